// Money back for bought credits over HTTP, against Alipay's emulator: what is asked, decided, lost on the way and asked again (decision 0084).
// After every test the books agree with each other and with the money that really moved.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { createAlipay } from '#features/billing/server/payment/alipay/alipay-provider.ts'
import { REFUND_CHECKS } from '#features/billing/server/refund/refund-checks.ts'
import { MONEY_CHECKS } from '#features/processing/server/audit/money-checks.ts'
import { runChecks } from '#features/processing/server/audit/run-checks.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { REFUND_ASKS_MAX } from '#rulebook/credits/refunds.ts'
import { codeOf } from '../../testing/code-of.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { balanceOf, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

const REFUND = 'alipay.trade.refund'
const QUERY = 'alipay.trade.fastpay.refund.query'
/** Those that a ledger without whole runs can pass. */
const CHECKS = [...MONEY_CHECKS.filter(({ name }) => name === 'balances' || name === 'negative'), ...REFUND_CHECKS]

const provider = createScriptedProvider()
let alipay: AlipayEmulator
let shop: TestShop
let admin: TestPerson
let person: TestPerson

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  shop = await openTestShop({ alipay }, { parts: { provider } })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
  shop.emails.length = 0
  alipay.calls.length = 0
})
afterEach(async () => {
  await expectBooksToAgree(shop.foundation.database)
  expect((await runChecks(shop.foundation.database, CHECKS)).filter(({ count }) => count > 0)).toEqual([])
})

/** Emails about refunds, and not those of signing up. */
const sent = () => shop.emails.filter(({ subject }) => subject.includes('退款'))
const balance = () => balanceOf(person)
const orderOf = (id: string) => person.api.billing.order({ id })
const tradeOf = (id: string) => alipay.trades.get(numberOf(id))!
/** Fen that really went back. */
const paidBack = (id: string) => [...tradeOf(id).refunds.values()]

/** A pack of 20 credits for ¥28.00, paid and notified. */
const buy = () => shop.buy(person, 'alipay')
/** A run that is over and took these. */
const spend = (credits: number) =>
  shop.query(`insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', $2)`, [
    person.userId,
    -credits,
  ])
async function ask(id: string) {
  await person.api.billing.askRefund({ id, reason: '买错了' })
  return requestOf(id)
}
const requestOf = async (id: string) => {
  const found = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!
  return { id: found.id, minor: found.minor, credits: found.credits, problem: found.problem }
}
const grant = ({ id, minor }: { id: string; minor: number }) => admin.api.admin.refunds.grant({ id, minor })
describe('a refund', () => {
  it('of an untouched pack brings all of its money back, and everything says so', async () => {
    const id = await buy()
    expect(await orderOf(id)).toMatchObject({ refund: null, refundable: { credits: 20, minor: 2800 } })
    const request = await ask(id)
    expect(await orderOf(id)).toMatchObject({ status: 'paid', refund: { state: 'requested' }, refundable: null })
    expect([request.credits, request.minor, await balance()]).toEqual([20, 2800, 25])
    expect((await grant(request)).state).toBe('refunded')
    expect(await orderOf(id)).toMatchObject({
      status: 'refunded',
      refund: { state: 'refunded', credits: 20, minor: 2800 },
    })
    expect([await balance(), paidBack(id)]).toEqual([5, [2800]])
    const [bill] = await person.api.billing.bills()
    expect(bill).toMatchObject({ description: '退款 · 体验包', amount: -28, status: 'paid' })
    const [entry] = (await person.api.billing.ledger({})).entries
    expect(entry).toMatchObject({ kind: 'refund', amount: -20, note: '体验包 · ¥28.00 原路退回' })
    expect(sent()).toMatchObject([{ subject: '焕影：已退款 ¥28.00' }])
    const [log] = (await admin.api.admin.logs.list({ action: 'grant_refund' })).rows
    expect(log).toMatchObject({ details: { order_number: numberOf(id), credits: 20, amount: '¥28.00' } })
    // Alipay notifies of it as of any closed trade (35, 36).
    expect((await alipay.webhooks.send(alipay.webhooks.all.at(-1)!)).text).toBe('success')
    expect((await orderOf(id)).status).toBe('refunded')
  })

  it('of a pack in use brings back the unused part, the free credits being spent first; the order stays paid', async () => {
    const id = await buy()
    await spend(8)
    const request = await ask(id)
    expect([request.credits, request.minor]).toEqual([17, 2380])
    expect((await grant(request)).state).toBe('refunded')
    expect(await alipay.webhooks.send(alipay.webhooks.all.at(-1)!)).toMatchObject({ text: 'success' })
    expect([await balance(), (await orderOf(id)).status, paidBack(id)]).toEqual([0, 'paid', [2380]])
    expect(await codeOf(person.api.billing.askRefund({ id, reason: '' }))).toBe('refund-asked-before')
  })

  it('leaves what a running job holds to the job, and the balance is never negative', async () => {
    const id = await buy()
    await spend(5)
    provider.next({ hangs: true })
    const uploadId = await createTestUpload(shop.foundation, person.userId)
    const job = await person.api.processing.jobs.start(startOf({ uploadId }))
    const request = await ask(id)
    expect([request.credits, await balance()]).toEqual([18, 18])
    expect((await grant(request)).state).toBe('refunded')
    expect([await balance(), paidBack(id)]).toEqual([0, [2520]])
    await person.api.processing.jobs.cancel({ id: job.id })
    await expect.poll(balance).toBe(2)
  })

  it('is not granted at an amount that has changed, nor when nothing is left', async () => {
    const id = await buy()
    const request = await ask(id)
    await spend(15)
    expect(await codeOf(grant(request))).toBe('refund-stale')
    await spend(10)
    expect(await codeOf(grant(await requestOf(id)))).toBe('refund-nothing-left')
    expect([await balance(), paidBack(id)]).toEqual([0, []])
  })
})

describe('asking', () => {
  it('is for one’s own paid order within seven days, and once at a time', async () => {
    const id = await buy()
    const other = await shop.signUp()
    expect(await codeOf(other.api.billing.askRefund({ id, reason: '' }))).toBe('order-missing')
    const asks = await Promise.all([1, 2, 3].map(() => codeOf(person.api.billing.askRefund({ id, reason: '' }))))
    expect(asks.sort()).toEqual(['ok', 'refund-asked-before', 'refund-asked-before'])
    await person.api.billing.withdrawRefund({ id })
    await shop.query(`update payment_orders set paid_at = now() - interval '7 days 1 second' where id = $1`, [id])
    expect(await codeOf(person.api.billing.askRefund({ id, reason: '' }))).toBe('refund-too-late')
    const { id: open } = await person.api.billing.buy({ packId: 'small', provider: 'alipay' })
    expect(await codeOf(person.api.billing.askRefund({ id: open, reason: '' }))).toBe('refund-not-possible')
  })

  it('is taken back before the decision only; a refusal tells its reason, takes nothing and may be asked again', async () => {
    const id = await buy()
    const { id: request } = await ask(id)
    expect(await codeOf(admin.api.admin.refunds.refuse({ id: request, reason: ' ' }))).toBe('edit-reason-missing')
    await admin.api.admin.refunds.refuse({ id: request, reason: ' 已大量使用 ' })
    expect(await orderOf(id)).toMatchObject({ status: 'paid', refund: { state: 'refused', decision: '已大量使用' } })
    expect(sent()).toMatchObject([{ subject: '焕影：退款申请未通过', text: expect.stringContaining('已大量使用') }])
    expect([await balance(), await codeOf(person.api.billing.withdrawRefund({ id }))]).toEqual([25, 'refund-decided'])
    for (let n = 1; n < REFUND_ASKS_MAX; n += 1) {
      await ask(id)
      expect((await person.api.billing.withdrawRefund({ id })).refund).toMatchObject({ state: 'withdrawn' })
    }
    expect(await codeOf(person.api.billing.askRefund({ id, reason: '' }))).toBe('refund-too-many')
  })
})

describe('nothing is paid back twice', () => {
  it('by operators who press at once, while the buyer takes the request back', async () => {
    const id = await buy()
    const request = await ask(id)
    const presses = Array.from({ length: 5 }, () => codeOf(grant(request)))
    const answers = await Promise.all([...presses, codeOf(person.api.billing.withdrawRefund({ id }))])
    expect(answers.filter((code) => code === 'ok')).toHaveLength(1)
    expect(answers.filter((code) => code === 'refund-decided')).toHaveLength(5)
    const isWithdrawn = (await orderOf(id)).refund!.state === 'withdrawn'
    expect([await balance(), paidBack(id)]).toEqual(isWithdrawn ? [25, []] : [5, [2800]])
  })

  it.each(['drop-before', 'drop-after', 'error-500', 'bad-sign', 'no-sign'] as const)(
    'when the answer proves nothing (%s): the credits are gone at once, the same number is asked again (33)',
    async (action) => {
      const id = await buy()
      alipay.faults.push({ method: REFUND, action })
      expect((await grant(await ask(id))).state).toBe('granted')
      expect([await balance(), (await requestOf(id)).problem]).toEqual([5, expect.any(String)])
      alipay.faults.push({ method: QUERY, action: 'drop-before' })
      await shop.checkRefunds()
      expect((await orderOf(id)).refund!.state).toBe('granted')
      await Promise.all([shop.checkRefunds(), shop.checkRefunds()])
      expect([(await orderOf(id)).status, paidBack(id), await balance()]).toEqual(['refunded', [2800], 5])
    },
  )

  it('when the process dies between the decision and the provider: the next one goes on', async () => {
    const id = await buy()
    const { id: request, minor } = await ask(id)
    const dying = shop.billing()
    await shop.foundation.database.orm.transaction((tx) => dying.refunds.grant(tx, { id: request, seenMinor: minor }))
    expect([await balance(), paidBack(id)]).toEqual([5, []])
    await shop.checkRefunds()
    await shop.checkRefunds()
    expect([(await orderOf(id)).status, paidBack(id), sent().length]).toEqual(['refunded', [2800], 1])
  })

  it('when our own books fail after the money went: the operator hears that the decision stands, and the job ends it, others meanwhile', async () => {
    const id = await buy()
    const request = await ask(id)
    await shop.query(
      `create function refuse_bill() returns trigger language plpgsql as $$ begin raise 'no bill for you'; end $$`,
    )
    await shop.query(
      `create trigger no_bills before insert on billing_history for each row
        when (new.user_id = '${person.userId}') execute function refuse_bill()`,
    )
    expect((await grant(request)).state).toBe('granted')
    expect([(await orderOf(id)).refund!.state, await balance(), paidBack(id)]).toEqual(['granted', 5, [2800]])
    expect(await codeOf(grant(request))).toBe('refund-decided')

    const refused = { id, person }
    person = await shop.signUp()
    const later = await buy()
    alipay.faults.push({ method: REFUND, action: 'drop-before' })
    expect((await grant(await ask(later))).state).toBe('granted')
    await shop.checkRefunds()
    expect([(await orderOf(later)).status, paidBack(later)]).toEqual(['refunded', [2800]])

    person = refused.person
    expect((await orderOf(id)).refund!.state).toBe('granted')
    await shop.query('drop trigger no_bills on billing_history')
    await shop.checkRefunds()
    expect([(await orderOf(id)).status, await balance(), paidBack(id)]).toEqual(['refunded', 5, [2800]])
  })

  it('by a number that comes again: fund_change N is asked for, and another amount proves nothing (33, 34)', async () => {
    const id = await buy()
    const account = { ...shop.foundation.settings.payment.alipay!, clock: shop.foundation.clock, webhookAddress: '' }
    const wish = (minor: number) => ({
      orderNumber: numberOf(id),
      refundNumber: 'r1',
      amount: { currency: 'CNY' as const, minor },
      total: { currency: 'CNY' as const, minor: 2800 },
      reason: '-',
    })
    const port = createAlipay(account)
    expect(await port.queryRefund(wish(1000))).toBe('unknown-there')
    expect([await port.refund(wish(1000)), await port.refund(wish(1000))]).toEqual(['refunded', 'refunded'])
    await expect(port.refund(wish(1001))).rejects.toThrow('DISCORDANT')
    await expect(port.queryRefund(wish(1001))).rejects.toThrow('cannot be read')
    expect(paidBack(id)).toEqual([1000])
  })
})

describe('a provider that does not pay', () => {
  it('for want of money in the seller’s account is asked again until it does (38)', async () => {
    const id = await buy()
    for (const code of Array(2).fill('SELLER_BALANCE_NOT_ENOUGH'))
      alipay.faults.push({ method: REFUND, action: 'refuse', code })
    expect((await grant(await ask(id))).state).toBe('granted')
    await shop.checkRefunds()
    expect((await requestOf(id)).problem).toContain('SELLER_BALANCE_NOT_ENOUGH')
    expect([await balance(), paidBack(id)]).toEqual([5, []])
    await shop.checkRefunds()
    expect([(await orderOf(id)).status, paidBack(id)]).toEqual(['refunded', [2800]])
  })

  it('for good gives the credits again, says so, and the buyer may ask again', async () => {
    const id = await buy()
    alipay.faults.push({ method: REFUND, action: 'refuse', code: 'BUYER_ENABLE_STATUS_FORBID' })
    expect((await grant(await ask(id))).state).toBe('failed')
    expect(await orderOf(id)).toMatchObject({
      status: 'paid',
      refund: { state: 'failed' },
      refundable: { minor: 2800 },
    })
    expect([await balance(), paidBack(id), sent()[0]!.subject]).toEqual([25, [], '焕影：退款未成功'])
    expect((await grant(await ask(id))).state).toBe('refunded')
    expect([await balance(), paidBack(id)]).toEqual([5, [2800]])
  })

  it('because the money went back at its own console leaves the order to a person', async () => {
    const id = await buy()
    const request = await ask(id)
    tradeOf(id).refunds.set('by-hand', 2800)
    tradeOf(id).status = 'TRADE_CLOSED'
    expect((await grant(request)).state).toBe('failed')
    expect([(await orderOf(id)).status, await balance(), paidBack(id)]).toEqual(['disputed', 25, [2800]])
  })
})
