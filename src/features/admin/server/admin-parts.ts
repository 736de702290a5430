// What the back office needs of the house, and of the features to its left.
import type { Accounts } from '#features/account/server/accounts.ts'
import type { DisputeDesk } from '#features/billing/server/dispute/dispute-desk.ts'
import type { InvoiceDesk } from '#features/billing/server/invoice/invoice-desk.ts'
import type { RefundDesk } from '#features/billing/server/refund/refund-desk.ts'
import type { Processing } from '#features/processing/server/processing.ts'
import type { ProviderGate } from '#features/processing/server/provider/provider.ts'
import type { Site } from '#features/site/server/site.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Log } from '#platform/server/log.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { ComparePayments } from './audit/payment-check.ts'

/** Undefined: no account is configured. */
export type PartCheck = (() => Promise<unknown>) | undefined

export interface AdminParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<
    Settings,
    | 'timeZone'
    | 'adminSessionMs'
    | 'adminSecondFactor'
    | 'databaseOptimisation'
    | 'publicOrigin'
    | 'operator'
    | 'payment'
  >
  readonly accounts: Pick<
    Accounts,
    'signInOf' | 'secondFactorsOf' | 'hasPassword' | 'proofsOf' | 'provePassword' | 'prepareResetEmail'
  >
  readonly refunds: RefundDesk
  readonly disputes: DisputeDesk
  readonly invoices: InvoiceDesk
  readonly prepareRunAgain: Processing['prepareRunAgain']
  /** The comparison of the night. */
  readonly comparePayments: ComparePayments
  /** Parts that are asked for the state of the system (P-13); undefined is one without an account. */
  readonly checks: Readonly<Record<'database' | 'storage' | 'mail' | 'payment', PartCheck>>
  /** The account of an outside AI provider; undefined where this machine computes. */
  readonly providerGate: ProviderGate | undefined
  readonly site: Pick<Site, 'readSystemSettings' | 'forgetSystemSettings'>
}

/** What the guard in front of every call needs. */
export type RequireParts = Pick<AdminParts, 'database' | 'clock' | 'settings' | 'accounts'>
