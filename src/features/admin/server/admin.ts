// The back office put together (document 2 §2 "Admin …"). Nothing here is open to anybody but administrators.
import type { Queue } from '#platform/server/queue/queue.ts'
import { implementAdminCalls } from './admin-calls.ts'
import type { AdminParts } from './admin-parts.ts'
import { closeAdminSession, openAdminSession, provePassword } from './admin-session.ts'
import { AUDIT_CRON, AUDIT_QUEUE, auditNightly } from './audit/nightly-audit.job.ts'
import { createCouponsRouter } from './coupons/coupons-router.ts'
import { createDisputesRouter } from './disputes/disputes-router.ts'
import { createExportsRouter } from './exports/exports-router.ts'
import { createInvoicesRouter } from './invoices/invoices-router.ts'
import { LOG_RETENTION_CRON, LOG_RETENTION_QUEUE, removeOldLogs } from './logs/log-retention.job.ts'
import { createLogsRouter } from './logs/logs-router.ts'
import { createMetricsRouters } from './metrics/metrics-router.ts'
import { createOrdersRouter } from './orders/orders-router.ts'
import { createPacksRouter } from './packs/packs-router.ts'
import { reconcileVendor, VENDOR_REPORT_CRON, VENDOR_REPORT_QUEUE } from './reconciliation/reconcile.job.ts'
import { createRefundsRouter } from './refunds/refunds-router.ts'
import { createRunsRouter } from './runs/runs-router.ts'
import { createSettingsRouter } from './settings/settings-router.ts'
import { createUsersRouter } from './users/users-router.ts'

export type Admin = ReturnType<typeof createAdmin>

export function createAdmin(parts: AdminParts) {
  const calls = implementAdminCalls(parts)
  return {
    /** The nightly audit, the comparison with the vendor, and the end of old log rows. */
    startWorker: async (queue: Queue): Promise<void> => {
      const { timeZone } = parts.settings
      await queue.schedule(AUDIT_QUEUE, AUDIT_CRON, timeZone, () => auditNightly(parts))
      await queue.schedule(VENDOR_REPORT_QUEUE, VENDOR_REPORT_CRON, timeZone, () => reconcileVendor(parts))
      await queue.schedule(LOG_RETENTION_QUEUE, LOG_RETENTION_CRON, timeZone, () => removeOldLogs(parts))
    },
    router: calls.router({
      ...createMetricsRouters(parts, calls),
      session: {
        open: calls.session.open.handler(({ context }) => openAdminSession(parts, context)),
        prove: calls.session.prove.handler(({ context, input }) => provePassword(parts, context, input.password)),
        close: calls.session.close.handler(({ context }) => closeAdminSession(parts, context)),
      },
      users: createUsersRouter(parts, calls),
      refunds: createRefundsRouter(parts, calls),
      disputes: createDisputesRouter(parts, calls),
      invoices: createInvoicesRouter(parts, calls),
      orders: createOrdersRouter(parts, calls),
      runs: createRunsRouter(parts, calls),
      coupons: createCouponsRouter(parts, calls),
      packs: createPacksRouter(parts, calls),
      exports: createExportsRouter(parts, calls),
      logs: createLogsRouter(parts, calls),
      settings: createSettingsRouter(parts, calls),
    }),
  }
}
