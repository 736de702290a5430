// The back office as both sides see it (document 2 §2, §3, §7). Every call but `session.open` wants an open admin session.
import { z } from 'zod'
import { adminProcedure, provenAdminProcedure, uncountedProcedure } from '#platform/procedures.ts'
import { PASSWORD_MAX_CHARACTERS } from '#rulebook/account/password.ts'
import { ADMIN_ROLES } from '#rulebook/admin/admin-roles.ts'
import { couponsContract } from './coupons-contract.ts'
import { disputesContract } from './disputes-contract.ts'
import { exportsContract } from './exports-contract.ts'
import { invoicesContract } from './invoices-contract.ts'
import { logsContract } from './logs-contract.ts'
import { ordersContract } from './orders-contract.ts'
import { packsContract } from './packs-contract.ts'
import { refundsContract } from './refunds-contract.ts'
import { runsContract } from './runs-contract.ts'
import { dashboardContract, poolContract, statisticsContract } from './statistics-contract.ts'
import { storableText } from './storable-text.ts'
import { usersContract } from './users-contract.ts'

/** The admin area's own session: opened when an admin's profile has loaded, ended with the sign-in or by its age (U-25). */
const sessionContract = {
  /** `timeZone` is the service's own: times of the back office are shown in it. `role`: what its pages offer. */
  open: uncountedProcedure
    .route({ method: 'POST', path: '/admin/session' })
    .output(z.object({ expiresAt: z.iso.datetime(), timeZone: z.string(), role: z.enum(ADMIN_ROLES) })),
  /** The password again, before a call that answered `admin-proof-needed`. Throws `password-wrong` or `too-many-attempts`. */
  prove: uncountedProcedure
    .route({ method: 'POST', path: '/admin/session/proof' })
    .input(z.object({ password: z.string().max(PASSWORD_MAX_CHARACTERS) })),
  close: uncountedProcedure.route({ method: 'DELETE', path: '/admin/session' }),
}

const systemSettings = z.object({
  emergencyStop: z.boolean(),
  maintenanceMode: z.boolean(),
  apiRateLimit: z.number(),
  maxDailyCreditsPerUser: z.number(),
  systemAnnouncement: z.string(),
})
const toggle = z.object({ isOn: z.boolean() })
const optimisation = z.object({
  /** How many were gone through. */
  tables: z.number(),
  sizeBeforeBytes: z.number(),
  sizeAfterBytes: z.number(),
  durationMs: z.number(),
})
export type Optimisation = z.infer<typeof optimisation>

/** /admin/settings: every change answers the settings as they stand then. */
const settingsContract = {
  get: adminProcedure.route({ method: 'GET', path: '/admin/settings' }).output(systemSettings),
  /** Only what is given is changed; the switches have calls of their own. */
  save: provenAdminProcedure
    .route({ method: 'PATCH', path: '/admin/settings' })
    .input(
      systemSettings
        .omit({ emergencyStop: true, maintenanceMode: true })
        .extend({ systemAnnouncement: storableText })
        .partial(),
    )
    .output(systemSettings),
  setEmergencyStop: adminProcedure
    .route({ method: 'PUT', path: '/admin/settings/emergency-stop' })
    .input(toggle)
    .output(systemSettings),
  setMaintenance: provenAdminProcedure
    .route({ method: 'PUT', path: '/admin/settings/maintenance' })
    .input(toggle)
    .output(systemSettings),
  cleanup: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/settings/cleanup' })
    .output(z.object({ removedLogs: z.number() })),
  /** Null: the operator has switched it off. */
  optimise: adminProcedure.route({ method: 'POST', path: '/admin/settings/optimise' }).output(optimisation.nullable()),
}

export const adminContract = {
  session: sessionContract,
  users: usersContract,
  refunds: refundsContract,
  disputes: disputesContract,
  invoices: invoicesContract,
  orders: ordersContract,
  runs: runsContract,
  coupons: couponsContract,
  packs: packsContract,
  exports: exportsContract,
  logs: logsContract,
  dashboard: dashboardContract,
  pool: poolContract,
  statistics: statisticsContract,
  settings: settingsContract,
}
