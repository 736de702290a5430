// Money that fits no open order over HTTP, against Alipay's emulator: what the back office sees of it, what is decided, and that books, credits
// and the log agree afterwards (decision 0087).
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { REFUND_CHECKS } from '#features/billing/server/refund/refund-checks.ts'
import { MONEY_CHECKS } from '#features/processing/server/audit/money-checks.ts'
import { runChecks } from '#features/processing/server/audit/run-checks.ts'
import { codeOf } from '../../testing/code-of.ts'
import { expectBooksToAgree } from '../../testing/expect-books-to-agree.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { balanceOf, FREE_CREDITS as FREE, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

/** Those that a ledger without whole runs can pass. */
const CHECKS = [...MONEY_CHECKS.filter(({ name }) => name === 'balances' || name === 'negative'), ...REFUND_CHECKS]

let alipay: AlipayEmulator
let shop: TestShop
let admin: TestPerson
let person: TestPerson

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  shop = await openTestShop({ alipay })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
  shop.emails.length = 0
})
afterEach(async () => {
  await expectBooksToAgree(shop.foundation.database)
  expect((await runChecks(shop.foundation.database, CHECKS)).filter(({ count }) => count > 0)).toEqual([])
})

const balance = () => balanceOf(person)
const paymentSubjects = () => shop.emails.map(({ subject }) => subject).filter((subject) => subject.includes('付款'))
/** What the last email says of the money. */
const mailed = () => /（[^）]*）/.exec(shop.emails.at(-1)!.text)![0]
const sendLast = () => shop.sendLatest('alipay')
const waiting = async (id: string) => (await admin.api.admin.disputes.list()).find((one) => one.id === id)
const decide = (id: string, decision: 'stands' | 'returned') =>
  admin.api.admin.disputes.decide({ id, decision, reason: '已在支付宝核对' })
const lastLog = async () => (await admin.api.admin.logs.list({})).rows[0]!.details

/** A pack of 20 credits for ¥28.00, for which this many fen came. */
const buy = (paidFen?: number) => shop.buy(person, 'alipay', paidFen)
/** As in the provider's own console. */
async function payBackElsewhere(id: string) {
  const trade = alipay.trades.get(numberOf(id))!
  trade.refunds.set('by-hand', trade.paidFen)
  trade.status = 'TRADE_CLOSED'
  alipay.notify(trade, { gmt_refund: '2026-11-24 10:00:00.000' })
  await sendLast()
}

it('another amount than the price: it stands at what came, gives the credits once, and a refund follows what was paid', async () => {
  const id = await buy(2700)
  expect([(await person.api.billing.order({ id })).status, await balance()]).toEqual(['disputed', FREE])
  expect(await waiting(id)).toMatchObject({
    problem: 'amount',
    decisions: ['stands', 'returned'],
    userId: person.userId,
    order: { number: numberOf(id), packCredits: 20, price: { currency: 'CNY', minor: 2800 }, isPaid: false },
    received: { currency: 'CNY', minor: 2700 },
  })
  expect(await admin.api.admin.disputes.ask({ id })).toEqual({ word: 'paid' })
  expect(await codeOf(admin.api.admin.disputes.decide({ id, decision: 'stands', reason: ' ' }))).toBe(
    'edit-reason-missing',
  )
  await decide(id, 'stands')
  expect([await balance(), await waiting(id)]).toEqual([FREE + 20, undefined])
  expect(await codeOf(decide(id, 'stands'))).toBe('dispute-missing')
  expect((await person.api.billing.bills())[0]).toMatchObject({ description: '体验包', amount: 27 })
  expect(await person.api.billing.order({ id })).toMatchObject({
    status: 'paid',
    refundable: { credits: 20, minor: 2700 },
  })
  expect([paymentSubjects(), mailed()]).toEqual([['焕影：付款已核对'], '（¥27.00）'])
  expect(await lastLog()).toMatchObject({ decision: 'stands', credits: 20, provider_says: 'paid' })
  // The provider sends it again.
  await sendLast()
  expect(await balance()).toBe(FREE + 20)
})

it('another amount than the price, sent back by hand: the order is refunded, nothing was given and nothing is billed', async () => {
  const id = await buy(1)
  await payBackElsewhere(id)
  expect(await admin.api.admin.disputes.ask({ id })).toEqual({ word: 'refunded' })
  await decide(id, 'returned')
  expect(await person.api.billing.order({ id })).toMatchObject({ status: 'refunded' })
  expect([await balance(), await person.api.billing.bills(), await waiting(id)]).toEqual([FREE, [], undefined])
  expect([paymentSubjects(), mailed()]).toEqual([['焕影：付款已退回'], '（¥0.01）'])
})

it('money that went back without us: what is left of the pack leaves with a bill, or all of it stays', async () => {
  const returned = await buy()
  await shop.query(
    `insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', -8)`,
    [person.userId],
  )
  await payBackElsewhere(returned)
  expect(await waiting(returned)).toMatchObject({
    problem: 'refunded-elsewhere',
    order: { isPaid: true, unusedCredits: 17 },
  })
  await decide(returned, 'returned')
  expect(await balance()).toBe(0)
  expect(await person.api.billing.order({ id: returned })).toMatchObject({ status: 'refunded' })
  expect((await person.api.billing.bills())[0]).toMatchObject({ description: '退款 · 体验包', amount: -28 })

  const kept = await buy()
  await payBackElsewhere(kept)
  await decide(kept, 'stands')
  expect(await balance()).toBe(20)
  expect(await person.api.billing.order({ id: kept })).toMatchObject({ status: 'paid' })
})

it('money that went back while the buyer asked for it: the request ends as what was asked, and used credits are gone', async () => {
  const asked = await buy()
  await person.api.billing.askRefund({ id: asked, reason: '买错了' })
  await payBackElsewhere(asked)
  await decide(asked, 'returned')
  expect(await person.api.billing.order({ id: asked })).toMatchObject({
    status: 'refunded',
    refund: { state: 'refunded', credits: 20, minor: 2800 },
  })
  expect(await balance()).toBe(FREE)

  const used = await buy()
  await shop.query(
    `insert into usage_logs (user_id, job_id, kind, amount) values ($1, gen_random_uuid(), 'hold', -25)`,
    [person.userId],
  )
  await payBackElsewhere(used)
  await decide(used, 'returned')
  expect([await balance(), (await person.api.billing.bills())[0]!.amount]).toEqual([0, -28])
})

it('a second payment of a paid order, and money without an order, can only be called returned; the order keeps its credits', async () => {
  const id = await buy()
  const webhook = alipay.webhooks.all.at(-1)!
  await alipay.webhooks.send(webhook, { signedFields: { trade_no: `again-${person.userId}` } })
  await alipay.webhooks.send(webhook, {
    signedFields: { out_trade_no: 'f'.repeat(32), trade_no: `unknown-${person.userId}` },
  })
  const found = (await admin.api.admin.disputes.list()).filter(({ transactionId }) =>
    transactionId?.endsWith(`-${person.userId}`),
  )
  expect(found.map(({ problem, decisions }) => [problem, decisions])).toEqual([
    ['paid-twice', ['returned']],
    ['no-order', ['returned']],
  ])
  for (const one of found) {
    expect(await codeOf(decide(one.id, 'stands'))).toBe('dispute-not-possible')
    await decide(one.id, 'returned')
    expect(await waiting(one.id)).toBeUndefined()
  }
  expect(paymentSubjects()).toContain('焕影：多付的付款已退回')
  expect(shop.emails.at(-1)!.text).toContain('多付的一笔款项（¥28.00）已退回')
  expect(shop.emails.at(-1)!.text).toContain('原来的订单和积分不变')
  expect(await lastLog()).toMatchObject({ decision: 'returned', transaction_id: `unknown-${person.userId}` })
  expect(await person.api.billing.order({ id })).toMatchObject({ status: 'paid' })
  expect(await balance()).toBe(FREE + 20)
})

it('an account that is gone gets no credits', async () => {
  const { id, address } = await person.api.billing.buy({ packId: 'small', provider: 'alipay' })
  await fetch(address)
  alipay.pay(numberOf(id))
  await shop.query('delete from auth_users where id = $1', [person.userId])
  await sendLast()
  expect(await waiting(id)).toMatchObject({ problem: 'account-gone', decisions: ['returned'], userName: null })
  expect(await codeOf(decide(id, 'stands'))).toBe('dispute-not-possible')
  await decide(id, 'returned')
  expect(await waiting(id)).toBeUndefined()
})

it('two administrators at once decide once', async () => {
  const id = await buy(2900)
  const ends = await Promise.all([codeOf(decide(id, 'stands')), codeOf(decide(id, 'returned'))])
  expect(ends.toSorted()).toEqual(['dispute-missing', 'ok'])
})
