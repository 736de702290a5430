// Webhooks of each provider in a random order, three in ten twice and one in twenty forged: every order is right (docs/payment-faults.md, cases 1 to 3, 10
// and 11 all together). `npx node bench/payments.ts` sends a thousand of each.
import { expect, it } from 'vitest'
import { runStorms } from '../../testing/webhook-storm.ts'

it('a storm of webhooks leaves every order and every balance right', { timeout: 120_000 }, async () => {
  for (const storm of await runStorms(60, 22)) {
    const { provider, orders, unpaid, forgeries } = storm
    expect([provider, storm]).toMatchObject([
      provider,
      { sent: 60, paid: orders - unpaid, peopleWrong: 0, refusedForgeries: forgeries },
    ])
  }
})
