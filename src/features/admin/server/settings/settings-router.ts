// The calls of /admin/settings (document 2 §2 "Admin settings").
import { implement } from '@orpc/server'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { adminContract } from '../../contract.ts'
import type { AdminParts } from '../admin-parts.ts'
import { changeSettings } from './change-settings.ts'
import { cleanOldData } from './clean-old-data.ts'
import { optimiseDatabase } from './optimise-database.ts'
import { readSettings } from './read-settings.ts'

export function createSettingsRouter(parts: AdminParts) {
  const os = implement(adminContract.settings).$context<RequestContext>()
  return os.router({
    get: os.get.handler(({ context }) => readSettings(parts, context)),
    save: os.save.handler(({ context, input }) => {
      const { systemAnnouncement, ...limits } = input
      // An announcement of blanks would stand as an empty banner.
      const announcement = systemAnnouncement !== undefined && { systemAnnouncement: systemAnnouncement.trim() }
      return changeSettings(parts, context, { ...limits, ...announcement })
    }),
    setEmergencyStop: os.setEmergencyStop.handler(({ context, input }) =>
      changeSettings(parts, context, { emergencyStop: input.isOn }),
    ),
    setMaintenance: os.setMaintenance.handler(({ context, input }) =>
      changeSettings(parts, context, { maintenanceMode: input.isOn }),
    ),
    cleanup: os.cleanup.handler(({ context }) => cleanOldData(parts, context)),
    optimise: os.optimise.handler(({ context }) => optimiseDatabase(parts, context)),
  })
}
