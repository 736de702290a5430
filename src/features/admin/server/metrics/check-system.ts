// How the service does (document 2 §2 "system status"; P-13, P-14): each configured part is really asked, the AI provider is
// judged by the runs of the last hour.

import type { z } from 'zod'
import { countWaiting } from '#features/billing/server/waitlist/waitlist.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import { openingTasks } from '#rulebook/admin/opening-tasks.ts'
import { CHECK_SLOW_MS, type LastHour, type PartState, providerState } from '#rulebook/admin/system-health.ts'
import type { systemFacts } from '../../statistics-contract.ts'
import type { AdminParts, PartCheck } from '../admin-parts.ts'
import { readLastAudit } from '../audit/nightly-audit.job.ts'
import { readVendorReport } from '../reconciliation/reconcile.job.ts'

export async function checkSystem(parts: AdminParts): Promise<z.infer<typeof systemFacts>> {
  const { checks, log } = parts
  const [database, storage, mail, payment, lastHour, settings] = await Promise.all([
    stateOf('database', checks.database, log),
    stateOf('storage', checks.storage, log),
    stateOf('mail', checks.mail, log),
    stateOf('payment', checks.payment, log),
    readLastHour(parts.database),
    parts.site.readSystemSettings(),
  ])
  return {
    parts: { database, storage, mail, payment, provider: await stateOfProvider(parts, lastHour) },
    lastHour,
    emergencyStop: settings.emergencyStop,
    maintenance: settings.maintenanceMode,
    auditFaults: (await readLastAudit(parts.database.orm))?.faults ?? 0,
    vendorFaults: (parts.providerGate && (await readVendorReport(parts.database.orm))?.faults) ?? 0,
    paidForNothing: await countPaidForNothing(parts.database),
    purchaseWishes: await countWaiting(parts.database.orm),
    openingTasks: openingTasks({
      publicOrigin: parts.settings.publicOrigin,
      contactEmail: parts.settings.operator.contactEmail,
      operatorName: parts.settings.operator.name,
      hasMail: mail !== 'not-configured',
      hasPayment: payment !== 'not-configured',
    }),
  }
}

/** An account that is refused does nothing, nor does a vendor who does not answer, whatever the last hour's runs say. */
async function stateOfProvider({ providerGate }: AdminParts, lastHour: LastHour): Promise<PartState> {
  if (providerGate && !providerGate.isConfigured) return 'not-configured'
  const isDown = (await providerGate?.refusal()) ?? (await providerGate?.isAway())
  return isDown ? 'down' : providerState(lastHour)
}

async function stateOf(part: string, check: PartCheck, log: Log): Promise<PartState> {
  if (!check) return 'not-configured'
  const startedAtMs = performance.now()
  try {
    await check()
    return performance.now() - startedAtMs > CHECK_SLOW_MS ? 'degraded' : 'healthy'
  } catch (error) {
    log.warn({ err: error, part }, 'a part of the service does not answer')
    return 'down'
  }
}

/** A run that its consumer cancelled ended as failed, but not by our fault (C-55). */
async function readLastHour(database: Database): Promise<LastHour> {
  const [hour] = await database.query<LastHour>(
    `select count(*)::int as ended,
            (count(*) filter (where status = 'failed'))::int as failed,
            (count(*) filter (where error_code = 'provider-key'))::int as "keyFailures",
            (count(*) filter (where error_code = 'provider-quota'))::int as "quotaFailures"
       from processing_history
      where created_at > now() - interval '1 hour' and status in ('completed', 'failed')
        and error_code is distinct from 'processing-cancelled'`,
  )
  return hour!
}

/** A cancelled run may be too late for the vendor (decision 0062), which is expected and not counted. */
async function countPaidForNothing(database: Database): Promise<number> {
  const [day] = await database.query<{ runs: number }>(
    `select count(*)::int as runs
       from processing_history
      where created_at > now() - interval '1 day' and status = 'failed' and vendor_credits > 0
        and error_code is distinct from 'processing-cancelled'`,
  )
  return day!.runs
}
