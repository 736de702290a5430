// The audit asks the providers (decision 0151): what they say of the orders of the last days against what stands here, both ways, against the three
// emulators. Cases 5, 80 and 81 of docs/payment-faults.md.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { audit } from '#features/admin/server/audit/audit.ts'
import { auditNightly, readLastAudit } from '#features/admin/server/audit/nightly-audit.job.ts'
import { COMPARED_DAYS, PAYMENT_PROVIDERS, type PaymentProviderName } from '#rulebook/credits/orders.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { balanceOf, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let alipay: AlipayEmulator
let wechat: WechatpayEmulator
let paddle: PaddleEmulator
let shop: TestShop
let person: TestPerson
let admin: TestPerson

beforeAll(async () => {
  ;[alipay, wechat, paddle] = [
    await openAlipayEmulator({ isHeld: true }),
    await openWechatpayEmulator({ isHeld: true }),
    await openPaddleEmulator({ isHeld: true }),
  ]
  shop = await openTestShop({ alipay, wechatpay: wechat, paddle })
  person = await shop.signUp()
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())

/** Faults by provider, of the audit by hand. */
async function faultsOf(provider: PaymentProviderName): Promise<readonly string[]> {
  const found = (await shop.billing().comparePayments()).find((one) => one.provider === provider)!
  return found.faults
}
const statusOf = async (id: string) => (await person.api.billing.order({ id })).status
const makePaid = async (provider: PaymentProviderName) => {
  const id = await shop.payOnly(person, provider)
  await shop.query(`update payment_orders set checked_at = now() - interval '1h' where id = $1`, [id])
  expect(await statusOf(id)).toBe('paid')
  return id
}

describe.each(PAYMENT_PROVIDERS)('%s', (provider) => {
  it('says the same of orders that were paid and of those that were given up', async () => {
    await makePaid(provider)
    const { id } = await person.api.billing.buy({ packId: 'some', provider })
    await shop.query(`update payment_orders set status = 'closed' where id = $1`, [id])
    const { faults } = await audit(shop.foundation.database, shop.billing().comparePayments)
    expect(faults).toBe(0)
    expect(await faultsOf(provider)).toEqual([])
  })

  it('a payment of which neither webhook nor question told is found, and pays its order in the night (5, 81)', async () => {
    const id = await shop.payOnly(person, provider)
    await shop.query(`update payment_orders set status = 'closed' where id = $1`, [id])
    const before = await balanceOf(person)
    expect(await faultsOf(provider)).toEqual([expect.stringMatching(`order ${id} \\(closed\\): paid there with`)])
    // Run by hand it only reports.
    expect(await statusOf(id)).toBe('closed')
    const { compareAndSettle } = shop.billing()
    await auditNightly({ ...shop.foundation, comparePayments: compareAndSettle })
    expect((await readLastAudit(shop.foundation.database.orm))!.byCheck).toEqual({ [provider]: 1 })
    expect(await statusOf(id)).toBe('paid')
    expect(await balanceOf(person)).toBe(before + 20)
    expect(await faultsOf(provider)).toEqual([])
  })

  it('an order that the provider knows nothing of, or at another price, is told until a person has looked (81)', async () => {
    const id = await makePaid(provider)
    await shop.query('update payment_orders set amount_minor = amount_minor + 1 where id = $1', [id])
    expect(await faultsOf(provider)).toEqual([
      expect.stringMatching(`order ${id} \\(paid\\): \\d+ \\w+ here, \\d+ \\w+ there`),
    ])
    await shop.query('update payment_orders set amount_minor = amount_minor - 1 where id = $1', [id])
    expect(await faultsOf(provider)).toEqual([])
    if (provider === 'alipay') alipay.trades.delete(numberOf(id))
    else if (provider === 'wechatpay') wechat.orders.delete(numberOf(id))
    else shop.transactionOf(id).status = 'ready'
    expect(await faultsOf(provider)).toEqual([
      expect.stringMatching(`order ${id} \\(paid\\): paid here, (unknown-there|waiting) there`),
    ])
    // Days later nobody asks for it any more; the captures keep it.
    await shop.query(
      `update payment_orders set created_at = now() - make_interval(days => $2), paid_at = now() - make_interval(days => $2) where id = $1`,
      [id, COMPARED_DAYS + 3],
    )
    expect(await faultsOf(provider)).toEqual([])
  })

  it('a line that is cut proves nothing: the order counts as unanswered', async () => {
    const { compared } = (await shop.billing().comparePayments()).find((one) => one.provider === provider)!
    if (provider === 'alipay') alipay.faults.push({ method: 'alipay.trade.query', action: 'bad-sign' })
    else if (provider === 'wechatpay') wechat.faults.push({ call: 'query', action: 'bad-sign' })
    else paddle.faults.push({ call: 'read', action: 'drop-before' })
    const { checks } = await audit(shop.foundation.database, shop.billing().comparePayments)
    expect(checks.find(({ name }) => name === provider)).toMatchObject({
      count: 0,
      rule: `${provider} says of ${compared} orders of the last 3 days what stands here (1 without an answer)`,
    })
  })
})

it('who pays at two providers has two orders, and money under the other’s number pays none (32)', async () => {
  const before = await balanceOf(person)
  const [first, second] = [await shop.buy(person, 'alipay'), await shop.buy(person, 'wechatpay')]
  expect([await statusOf(first), await statusOf(second), (await balanceOf(person)) - before]).toEqual([
    'paid',
    'paid',
    40,
  ])
  await person.api.billing.askRefund({ id: second, reason: '付了两次' })
  const request = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(second))!
  await admin.api.admin.refunds.grant({ id: request.id, minor: 2800 })
  for (const refund of wechat.refunds.values()) refund.status = 'SUCCESS'
  await shop.checkRefunds()
  expect([await statusOf(first), await statusOf(second), (await balanceOf(person)) - before]).toEqual([
    'paid',
    'refunded',
    20,
  ])

  const third = await shop.payOnly(person, 'wechatpay')
  const crossed = { out_trade_no: numberOf(first), transaction_id: 'crossed' }
  await wechat.webhooks.send(wechat.webhooks.all.at(-1)!, { transaction: crossed, id: 'crossed' })
  expect([await statusOf(first), (await balanceOf(person)) - before]).toEqual(['paid', 20])
  const [waiting] = (await admin.api.admin.disputes.list()).filter(({ transactionId }) => transactionId === 'crossed')
  expect(waiting).toMatchObject({ problem: 'no-order', decisions: ['returned'] })
  await admin.api.admin.disputes.decide({ id: waiting!.id, decision: 'returned', reason: '已在微信支付退回' })
  await shop.makeDue(third)
  expect(await statusOf(third)).toBe('paid')
  await expectBooksToAgree(shop.foundation.database)
})

it('a refund of a later day than its payment is the same on both sides (80); one that never came there is told', async () => {
  const id = await makePaid('alipay')
  await shop.query(
    `update payment_orders set created_at = now() - interval '5 days', paid_at = now() - interval '5 days' where id = $1`,
    [id],
  )
  // The seven days of withdrawal run from the payment.
  await person.api.billing.askRefund({ id, reason: '' })
  const request = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!
  await admin.api.admin.refunds.grant({ id: request.id, minor: 2800 })
  await expect.poll(() => statusOf(id)).toBe('refunded')
  expect(await faultsOf('alipay')).toEqual([])
  alipay.trades.get(numberOf(id))!.refunds.clear()
  expect(await faultsOf('alipay')).toEqual([expect.stringContaining('is paid back here, unknown-there there')])
})
