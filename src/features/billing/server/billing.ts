// Billing, server side: a person's own figures and bills (document 2 §2 "/profile/billing"; P-03, P-04).
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import { billingContract, type OwnBill } from '../contract.ts'
import { type BillRow, readBills } from './read-bills.ts'
import { readUsage } from './read-usage.ts'

export interface BillingParts {
  readonly database: Database
  readonly settings: { readonly timeZone: string }
}

export type Billing = ReturnType<typeof createBilling>

export function createBilling({ database, settings }: BillingParts) {
  const calls = implementContract(billingContract)
  return {
    router: calls.router({
      usage: calls.usage.handler(({ context }) => readUsage(database, context.userId, settings.timeZone)),
      bills: calls.bills.handler(async ({ context }) => (await readBills(database, context.userId)).map(toBill)),
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
