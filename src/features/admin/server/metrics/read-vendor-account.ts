// What is left at the outside AI provider, beside the figures that the operator entered (document 2 §2 "Admin credit pool"), how last night's
// comparison ended, and what runs there bring in.
import type { AdminParts } from '../admin-parts.ts'
import { readMargin } from '../reconciliation/read-margin.ts'
import { readVendorReport } from '../reconciliation/reconcile.job.ts'

export async function readVendorAccount({ providerGate, database }: AdminParts) {
  if (!providerGate?.isConfigured) return null
  const { available = null, reserved = null } = (await providerGate.balance()) ?? {}
  const report = await readVendorReport(database.orm)
  return {
    available,
    reserved,
    margin: await readMargin(database.orm),
    report: report ? { ...report, at: report.createdAt.toISOString() } : null,
  }
}
