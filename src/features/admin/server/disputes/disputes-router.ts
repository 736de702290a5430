// The procedures around payments that wait for a person. Credits and bills change only with a fresh proof of who decides.
import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { settlePayment } from './settle-payment.ts'

export function createDisputesRouter(parts: AdminParts, { disputes }: AdminCalls) {
  return disputes.router({
    list: disputes.list.handler(() => parts.disputes.list()),
    ask: disputes.ask.handler(async ({ input }) => ({ word: (await parts.disputes.ask(input.id)) ?? null })),
    decide: disputes.decide.handler(({ input, context }) => settlePayment(parts, context, input)),
  })
}
