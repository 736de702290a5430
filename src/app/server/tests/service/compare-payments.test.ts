// The audit asks the providers (decision 0151): what they say of the orders of the last days against what stands here, both ways, against the three
// emulators. Cases 5, 80 and 81 of the payments reference §5.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openPaddleEmulator, type PaddleEmulator } from '#emulators/paddle/emulator.ts'
import { payTransaction } from '#emulators/paddle/state.ts'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import { audit } from '#features/admin/server/audit/audit.ts'
import { auditNightly, readLastAudit } from '#features/admin/server/audit/nightly-audit.job.ts'
import { createBilling } from '#features/billing/server/billing.ts'
import { ORDER_CHECK_QUEUE } from '#features/billing/server/payment/check-orders.job.ts'
import { COMPARED_DAYS, PAYMENT_PROVIDERS, type PaymentProviderName } from '#rulebook/credits/orders.ts'
import { freePort } from '../../../../../scripts/testing/free-port.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { queueWithout } from '../../testing/queue-without.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

let alipay: AlipayEmulator
let wechat: WechatpayEmulator
let paddle: PaddleEmulator
let foundation: Foundation
let service: Service
let person: TestPerson
let admin: TestPerson

beforeAll(async () => {
  ;[alipay, wechat, paddle] = [
    await openAlipayEmulator({ isHeld: true }),
    await openWechatpayEmulator({ isHeld: true }),
    await openPaddleEmulator({ isHeld: true }),
  ]
  const port = String(await freePort())
  const publicOrigin = `http://127.0.0.1:${port}`
  foundation = await openTestFoundation({
    PROVIDER: 'scripted',
    PORT: port,
    PUBLIC_ORIGIN: publicOrigin,
    PACK_PRICES_CNY: 'small=28,some=68,pile=138,box=268',
    ...alipay.settings,
    ...wechat.settings,
    ...paddle.settings,
  })
  service = await startOn({ ...foundation, queue: queueWithout(foundation.queue, ORDER_CHECK_QUEUE) })
  person = await signUpPerson(publicOrigin, publicOrigin, 'buyer@compare.example.com')
  admin = await signUpAdmin(foundation, publicOrigin, 'admin@compare.example.com')
})
afterAll(async () => {
  await service.stop()
  await Promise.all([alipay.close(), wechat.close(), paddle.close()])
})

const query = <Row>(text: string, values: unknown[] = []) => foundation.database.query<Row>(text, values)
const number = (id: string) => id.replaceAll('-', '')
const billing = () => createBilling(foundation)
/** Faults by provider, of the audit by hand. */
async function faultsOf(provider: PaymentProviderName): Promise<readonly string[]> {
  const found = (await billing().comparePayments()).find((one) => one.provider === provider)!
  return found.faults
}
const statusOf = async (id: string) => (await person.api.billing.order({ id })).status
const paddleOf = (id: string) =>
  [...paddle.transactions.values()].find(({ customData }) => customData?.order === number(id))!.id

async function payOnly(provider: PaymentProviderName): Promise<string> {
  const { id, address } = await person.api.billing.buy({ packId: 'small', provider })
  if (provider === 'alipay') {
    await fetch(address)
    alipay.pay(number(id))
  } else if (provider === 'wechatpay') wechat.pay(number(id))
  else payTransaction(paddle, paddleOf(id))
  return id
}
const makePaid = async (provider: PaymentProviderName) => {
  const id = await payOnly(provider)
  await query(`update payment_orders set checked_at = now() - interval '1h' where id = $1`, [id])
  expect(await statusOf(id)).toBe('paid')
  return id
}

describe.each(PAYMENT_PROVIDERS)('%s', (provider) => {
  it('says the same of orders that were paid and of those that were given up', async () => {
    await makePaid(provider)
    const { id } = await person.api.billing.buy({ packId: 'some', provider })
    await query(`update payment_orders set status = 'closed' where id = $1`, [id])
    const { faults } = await audit(foundation.database, billing().comparePayments)
    expect(faults).toBe(0)
    expect(await faultsOf(provider)).toEqual([])
  })

  it('a payment of which neither notice nor question told is found, and pays its order in the night (5, 81)', async () => {
    const id = await payOnly(provider)
    await query(`update payment_orders set status = 'closed' where id = $1`, [id])
    const before = (await person.api.account.profile.get()).credits.remaining
    expect(await faultsOf(provider)).toEqual([expect.stringMatching(`order ${id} \\(closed\\): paid there with`)])
    // By hand it is only told.
    expect(await statusOf(id)).toBe('closed')
    const { compareAndSettle } = billing()
    await auditNightly({ ...foundation, comparePayments: compareAndSettle })
    expect((await readLastAudit(foundation.database.orm))!.byCheck).toEqual({ [provider]: 1 })
    expect(await statusOf(id)).toBe('paid')
    expect((await person.api.account.profile.get()).credits.remaining).toBe(before + 20)
    expect(await faultsOf(provider)).toEqual([])
  })

  it('an order that the provider knows nothing of, or at another price, is told until a person has looked (81)', async () => {
    const id = await makePaid(provider)
    await query('update payment_orders set amount_minor = amount_minor + 1 where id = $1', [id])
    expect(await faultsOf(provider)).toEqual([
      expect.stringMatching(`order ${id} \\(paid\\): \\d+ \\w+ here, \\d+ \\w+ there`),
    ])
    await query('update payment_orders set amount_minor = amount_minor - 1 where id = $1', [id])
    expect(await faultsOf(provider)).toEqual([])
    if (provider === 'alipay') alipay.trades.delete(number(id))
    else if (provider === 'wechatpay') wechat.orders.delete(number(id))
    else paddle.transactions.get(paddleOf(id))!.status = 'ready'
    expect(await faultsOf(provider)).toEqual([
      expect.stringMatching(`order ${id} \\(paid\\): paid here, (unknown-there|waiting) there`),
    ])
    // Days later nobody asks for it any more; the captures keep it.
    await query(
      `update payment_orders set created_at = now() - make_interval(days => $2), paid_at = now() - make_interval(days => $2) where id = $1`,
      [id, COMPARED_DAYS + 3],
    )
    expect(await faultsOf(provider)).toEqual([])
  })

  it('a line that is cut proves nothing: the order counts as unanswered', async () => {
    const { compared } = (await billing().comparePayments()).find((one) => one.provider === provider)!
    if (provider === 'alipay') alipay.faults.push({ method: 'alipay.trade.query', action: 'bad-sign' })
    else if (provider === 'wechatpay') wechat.faults.push({ call: 'query', action: 'bad-sign' })
    else paddle.faults.push({ call: 'read', action: 'drop-before' })
    const { checks } = await audit(foundation.database, billing().comparePayments)
    expect(checks.find(({ name }) => name === provider)).toMatchObject({
      count: 0,
      rule: `${provider} says of ${compared} orders of the last 3 days what stands here (1 without an answer)`,
    })
  })
})

it('a refund of a later day than its payment is the same on both sides (80); one that never came there is told', async () => {
  const id = await makePaid('alipay')
  await query(
    `update payment_orders set created_at = now() - interval '5 days', paid_at = now() - interval '5 days' where id = $1`,
    [id],
  )
  // The seven days of withdrawal run from the payment.
  await person.api.billing.askRefund({ id, reason: '' })
  const request = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === number(id))!
  await admin.api.admin.refunds.grant({ id: request.id, minor: 2800 })
  await expect.poll(() => statusOf(id)).toBe('refunded')
  expect(await faultsOf('alipay')).toEqual([])
  alipay.trades.get(number(id))!.refunds.clear()
  expect(await faultsOf('alipay')).toEqual([expect.stringContaining('is paid back here, unknown-there there')])
})
