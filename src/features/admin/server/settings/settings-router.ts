// The calls of /admin/settings (document 2 §2 "Admin settings").
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { changeSettings } from './change-settings.ts'
import { cleanOldData } from './clean-old-data.ts'
import { optimiseDatabase } from './optimise-database.ts'
import { readSettings } from './read-settings.ts'

export function createSettingsRouter(parts: AdminParts, { settings }: AdminCalls) {
  return settings.router({
    get: settings.get.handler(() => readSettings(parts)),
    save: settings.save.handler(({ context, input }) => {
      const { systemAnnouncement, ...limits } = input
      // An announcement of blanks would stand as an empty banner.
      const announcement = systemAnnouncement !== undefined && { systemAnnouncement: systemAnnouncement.trim() }
      return changeSettings(parts, context, { ...limits, ...announcement })
    }),
    setEmergencyStop: settings.setEmergencyStop.handler(({ context, input }) =>
      changeSettings(parts, context, { emergencyStop: input.isOn }),
    ),
    setMaintenance: settings.setMaintenance.handler(({ context, input }) =>
      changeSettings(parts, context, { maintenanceMode: input.isOn }),
    ),
    cleanup: settings.cleanup.handler(({ context }) => cleanOldData(parts, context)),
    optimise: settings.optimise.handler(({ context }) => optimiseDatabase(parts, context)),
  })
}
