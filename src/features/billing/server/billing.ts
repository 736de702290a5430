// Billing, server side: a person's own figures and bills (document 2 §2 "/profile/billing"; P-03, P-04).
import { implement } from '@orpc/server'
import { requireUser } from '#features/account/server/require-user.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { RequestContext } from '#platform/server/http/request-context.ts'
import { billingContract, type OwnBill } from '../contract.ts'
import { type BillRow, readBills } from './read-bills.ts'
import { readUsage } from './read-usage.ts'

export interface BillingParts {
  readonly database: Database
  readonly settings: { readonly timeZone: string }
}

export type Billing = ReturnType<typeof createBilling>

export function createBilling({ database, settings }: BillingParts) {
  const os = implement(billingContract).$context<RequestContext>()
  return {
    router: os.router({
      usage: os.usage.handler(({ context }) => readUsage(database, requireUser(context), settings.timeZone)),
      bills: os.bills.handler(async ({ context }) => (await readBills(database, requireUser(context))).map(toBill)),
    }),
  }
}

const toBill = ({ id, description, amountUsd, createdAt, status }: BillRow): OwnBill => ({
  id,
  description,
  amount: Number(amountUsd),
  date: createdAt.toISOString(),
  status,
})
