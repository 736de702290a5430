// Buying credits through Paddle over HTTP, against its emulator with real signatures: the faults of docs/payment-faults.md (decisions 0080, 0082 and
// 0101). Whatever came in whatever order, the books agree after every test.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { type CallFault, chargeBack, makeInBrowser, payTransaction } from '#emulators/paddle/state.ts'
import type { Tampering, Webhook } from '#emulators/paddle/webhooks.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { openTestShop, type TestShop, totalOf } from '../../testing/test-shop.ts'

let paddle: PaddleEmulator
let shop: TestShop
let person: TestPerson
let before = 0

beforeAll(async () => {
  paddle = await openPaddleEmulator({ isHeld: true })
  const secrets = {
    PADDLE_WEBHOOK_SECRET: `pdl_ntfset_${'n'.repeat(20)}`,
    PADDLE_WEBHOOK_SECRET_PREVIOUS: paddle.webhookSecret,
  }
  shop = await openTestShop({ paddle }, { env: secrets })
  person = await shop.signUp()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  paddle.calls.length = 0
  paddle.faults.length = 0
  await shop.closeOpenOrders()
  before = await totalOf(person)
})
afterEach(() => expectBooksToAgree(shop.foundation.database))

/** Credits since the test began. */
const gained = async () => (await totalOf(person)) - before
const buy = () => person.api.billing.buy({ packId: 'small', provider: 'paddle', returnTo: '/ai/denoise/normal' })
const latest = () => [...paddle.transactions.keys()].at(-1)!
const webhooksOf = (type: string, transactionId: string): Webhook =>
  paddle.webhooks.all.findLast(({ type: own, data }) => own === type && data.id === transactionId)!
const latestWebhook = () => paddle.webhooks.all.at(-1)!
async function paidOrder(taxPercent = 0) {
  const order = await buy()
  const { id } = payTransaction(paddle, latest(), taxPercent)
  return { ...order, transactionId: id, completed: webhooksOf('transaction.completed', id) }
}
const send = (webhook: Webhook, bend?: Tampering) => paddle.webhooks.send(webhook, bend)
const fault = (call: CallFault['call'], action: CallFault['action']) => void paddle.faults.push({ call, action })
const capturesOf = (id: string) =>
  shop.query<{ state: string }>('select state from payment_captures where order_id = $1 order by created_at', [id])

describe('a purchase', () => {
  it('is at the documented dollars, on Paddle’s page, and credits, bill and entry come with the webhook (1)', async () => {
    const offers = await person.api.billing.offers()
    expect(offers.providers).toEqual(['paddle'])
    expect(offers.prices.map(({ minor, currency }) => [minor, currency])).toEqual([
      [399, 'USD'],
      [999, 'USD'],
      [1999, 'USD'],
      [3999, 'USD'],
    ])
    const { id, address, checkout } = await buy()
    expect([address, checkout!.kind]).toEqual([`${paddle.origin}/hosted?transaction_id=${latest()}`, 'address'])
    payTransaction(paddle, latest())
    expect(await send(webhooksOf('transaction.ready', latest()))).toBe(200)
    expect(await gained()).toBe(0)
    expect(await send(webhooksOf('transaction.completed', latest()))).toBe(200)
    expect(await person.api.billing.order({ id })).toMatchObject({ status: 'paid', currency: 'USD', minor: 399 })
    expect(await gained()).toBe(20)
    expect((await person.api.billing.bills())[0]).toMatchObject({
      description: '体验包',
      amount: 3.99,
      currency: 'USD',
    })
    expect((await person.api.billing.ledger({})).entries[0]).toMatchObject({ kind: 'purchase', amount: 20 })
    const kept = await shop.query<{ payload: Record<string, string> }>(
      'select payload from payments order by created_at',
    )
    expect(JSON.stringify(kept)).not.toContain('ctm_')
  })

  it('tax differs by country and changes no price; it is kept apart (74)', async () => {
    const { id, completed } = await paidOrder(25)
    expect([await send(completed), await shop.stateOf(id), await gained()]).toEqual([200, 'paid', 20])
    const [row] = await shop.query<{ payload: object }>('select payload from payments order by created_at desc limit 1')
    expect(row!.payload).toMatchObject({ subtotal: '399', tax: '100', grand_total: '499', fee: '70', earnings: '329' })
  })

  it('gets no 发票 of ours: Paddle sold it and mails its invoice, of which we ask nothing (76)', async () => {
    const { id, completed } = await paidOrder()
    await send(completed)
    expect(await person.api.billing.order({ id })).toMatchObject({ status: 'paid', invoiceableMinor: null })
    const wish = { kind: 'personal', title: '李雷', taxNumber: '', email: 'li@example.com' } as const
    await expect(person.api.billing.askInvoice({ id, wish })).rejects.toMatchObject({ code: 'invoice-not-possible' })
    expect(paddle.calls).toEqual(['create'])
  })

  it.each(['drop-before', 'drop-after', 'error-500', 'error-429', 'bad-gateway', 'garbage-after'] as const)(
    'that Paddle did not answer (%s) is taken up by its page; nobody ever gets the link of a lost transaction (29, 75)',
    async (action) => {
      fault('create', action)
      const { id, address, checkout } = await buy()
      expect([address, checkout]).toEqual([expect.stringContaining(`order=${id}`), undefined])
      expect(await person.api.billing.checkout({ id })).toMatchObject({ kind: 'address' })
      const again = await person.api.billing.checkout({ id })
      expect(again).toMatchObject({ address: `${paddle.origin}/hosted?transaction_id=${latest()}` })
      payTransaction(paddle, latest())
      expect([await send(latestWebhook()), await gained()]).toEqual([200, 20])
    },
  )

  it('two lost ones that are both paid buy once, and the second waits for a person (30)', async () => {
    fault('create', 'drop-after')
    const { id } = await buy()
    const lost = latest()
    await person.api.billing.checkout({ id })
    expect(latest()).not.toBe(lost)
    payTransaction(paddle, lost)
    expect([await send(latestWebhook()), await shop.stateOf(id), await gained()]).toEqual([200, 'paid', 20])
    payTransaction(paddle, latest())
    expect([await send(latestWebhook()), await shop.stateOf(id), await gained()]).toEqual([200, 'paid', 20])
    expect(await capturesOf(id)).toEqual([{ state: 'granted' }, { state: 'suspense' }])
  })

  it('asked for from two tabs at once has one link', async () => {
    fault('create', 'drop-before')
    const { id } = await buy()
    const links = await Promise.all([1, 2, 3].map(() => person.api.billing.checkout({ id })))
    const addresses = new Set(links.map((link) => link.kind === 'address' && link.address))
    expect(addresses.size).toBe(1)
    const open = [...paddle.transactions.values()].filter(({ status, customData }) => {
      return status === 'draft' && customData?.order === id.replaceAll('-', '')
    })
    expect(open).toHaveLength(1)
  })
})

describe('webhooks', () => {
  it('the same event ten times in a row and at once, paid and completed in either order, grant once (2, 3, 7, 63, 66)', async () => {
    const first = await paidOrder()
    for (let n = 0; n < 10; n += 1) expect(await send(first.completed)).toBe(200)
    expect(await send(webhooksOf('transaction.paid', first.transactionId))).toBe(200)
    expect(await gained()).toBe(20)
    const second = await paidOrder()
    const both = [second.completed, webhooksOf('transaction.paid', second.transactionId)]
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send(both[n % 2]!)))
    expect([answers, await gained()]).toEqual([Array(10).fill(200), 40])
  })

  it('a late "ready" takes nothing back, and failed cards before a payment are no failure (64, 65)', async () => {
    const { id, completed, transactionId } = await paidOrder()
    for (let n = 0; n < 3; n += 1)
      expect(await send(completed, { type: 'transaction.payment_failed', data: { status: 'ready' } })).toBe(200)
    expect([await shop.stateOf(id), await gained()]).toEqual(['pending', 0])
    expect(await send(completed)).toBe(200)
    expect(await send(webhooksOf('transaction.ready', transactionId), { type: 'transaction.updated' })).toBe(200)
    expect([await shop.stateOf(id), await gained()]).toEqual(['paid', 20])
  })

  it.each<[string, Tampering]>([
    ['without a signature (10)', { header: '' }],
    ['with a signature of nobody', { header: 'ts=1;h1=00' }],
    ['whose body changed after it was signed (11)', { changesBody: true }],
    ['whose body somebody wrote anew (69)', { rewritesBody: true }],
    ['signed with the secret of another destination (16)', { secret: `pdl_ntfset_${'x'.repeat(20)}` }],
    ['of six seconds ago (68)', { lateSeconds: 7 }],
    ['of an hour ahead (68)', { lateSeconds: -3600 }],
    ['whose amount is no number', { data: { details: { totals: { subtotal: '3.99', discount: '0' } } } }],
    ['whose currency is none', { data: { currency_code: 'euros' } }],
  ])('one %s is refused, and the right one is taken later', async (_what, bend) => {
    const { id, completed } = await paidOrder()
    expect(await send(completed, bend)).toBe(400)
    expect([await shop.stateOf(id), await gained()]).toEqual(['pending', 0])
    expect([await send(completed), await gained()]).toEqual([200, 20])
  })

  it('while the secret changes any of its signatures counts (67)', async () => {
    const strange = `pdl_ntfset_${'y'.repeat(20)}`
    const { completed } = await paidOrder()
    expect(await send(completed, { otherSecrets: { after: strange } })).toBe(200)
    const other = await paidOrder()
    expect([await send(other.completed, { otherSecrets: { before: strange } }), await gained()]).toEqual([200, 40])
  })

  it('a transaction made in a browser with our order’s number and a price of its own buys nothing and touches no order (70)', async () => {
    const { id } = await buy()
    const made = makeInBrowser(paddle, 1, { order: id.replaceAll('-', '') })
    payTransaction(paddle, made.id)
    expect([await send(latestWebhook()), await shop.stateOf(id), await gained()]).toEqual([200, 'pending', 0])
    const [capture] = await shop.query('select state, order_id from payment_captures where transaction_id = $1', [
      made.id,
    ])
    expect(capture).toEqual({ state: 'suspense', order_id: null })
  })

  it('a signed amount below the price waits for a person, money without an order too (12, 13)', async () => {
    const { id, completed } = await paidOrder()
    const totals = { subtotal: '399', discount: '300', tax: '0', total: '99', grand_total: '99' }
    expect(await send(completed, { data: { details: { totals } } })).toBe(200)
    expect([await shop.stateOf(id), await gained()]).toEqual(['disputed', 0])
    const other = await paidOrder()
    expect(await send(other.completed, { data: { custom_data: null } })).toBe(200)
    expect([await shop.stateOf(other.id), await gained()]).toEqual(['pending', 0])
  })

  it('before the answer to the order was stored is known by our number in it (6)', async () => {
    fault('create', 'garbage-after')
    const { id } = await buy()
    payTransaction(paddle, latest())
    expect([await send(latestWebhook()), await shop.stateOf(id), await gained()]).toEqual([200, 'paid', 20])
  })

  it('while the database fails it is not acknowledged, and comes again (9)', async () => {
    const { completed } = await paidOrder()
    await shop.query('alter table payment_captures rename to away')
    try {
      expect(await send(completed)).toBe(500)
    } finally {
      await shop.query('alter table away rename to payment_captures')
    }
    expect([await gained(), await send(completed), await gained()]).toEqual([0, 200, 20])
  })
})

describe('orders nobody answers', () => {
  it('a lost webhook is found by whoever looks at the order, and by the job (4)', async () => {
    const watched = await paidOrder()
    await shop.makeDue(watched.id)
    expect(await person.api.billing.order({ id: watched.id })).toMatchObject({ status: 'paid' })
    const left = await paidOrder()
    await shop.makeDue(left.id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(left.id), await gained()]).toEqual(['paid', 40])
  })

  it('an answer that proves nothing leaves the order as it is', async () => {
    const { id } = await paidOrder()
    for (const action of ['drop-before', 'error-500', 'error-429', 'bad-gateway', 'garbage-after'] as const) {
      fault('read', action)
      await shop.makeDue(id)
      await shop.checkDueOrders()
      expect([action, paddle.faults.length, await shop.stateOf(id)]).toEqual([action, 0, 'pending'])
    }
    await shop.makeDue(id)
    await shop.checkDueOrders()
    expect(await shop.stateOf(id)).toBe('paid')
  })

  it('are open until they expire, then canceled there and closed here; also where none came to be', async () => {
    const made = await buy()
    const transactionId = latest()
    fault('create', 'drop-before')
    const unmade = await buy()
    for (const { id } of [made, unmade]) await shop.expire(id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(made.id), await shop.stateOf(unmade.id)]).toEqual(['closed', 'closed'])
    expect(paddle.transactions.get(transactionId)!.status).toBe('canceled')
  })

  it('a cancel that comes too late finds the payment, and money for a closed order buys its credits (27, 28)', async () => {
    const late = await buy()
    fault('cancel', 'paid-meanwhile')
    await shop.expire(late.id)
    await shop.checkDueOrders()
    expect([await shop.stateOf(late.id), await gained()]).toEqual(['paid', 20])
    const { id, completed } = await paidOrder()
    await shop.query(`update payment_orders set status = 'closed' where id = $1`, [id])
    expect([await send(completed), await shop.stateOf(id), await gained()]).toEqual([200, 'paid', 40])
  })
})

describe('a charge that the buyer’s bank takes back', () => {
  it('leaves the order to a person; given again, the order is paid as before (73)', async () => {
    const { id, completed, transactionId } = await paidOrder()
    await send(completed)
    chargeBack(paddle, transactionId, 'chargeback')
    expect([await send(latestWebhook()), await shop.stateOf(id), await gained()]).toEqual([200, 'disputed', 20])
    expect([await send(completed), await shop.stateOf(id)]).toEqual([200, 'disputed'])
    chargeBack(paddle, transactionId, 'chargeback_reverse')
    for (let n = 0; n < 2; n += 1)
      expect([await send(latestWebhook()), await shop.stateOf(id), await gained()]).toEqual([200, 'paid', 20])
    expect(await capturesOf(id)).toEqual([{ state: 'granted' }])
  })
})
