// Codes over HTTP: made many at once, redeemed once a person and never more often than they may be, stopped, ended, guessed (decision 0107).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectGreenAudit } from '#features/admin/server/testing/expect-green-audit.ts'
import { COUPON_LIMITS, COUPON_TRIES } from '#rulebook/credits/coupons.ts'
import { dayOf, daysBefore } from '#rulebook/site/calendar.ts'
import { codeOf } from '../../testing/code-of.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let admin: TestPerson
let person: TestPerson

beforeAll(async () => {
  shop = await openTestShop({})
  admin = await shop.signUpAdmin()
})
afterAll(async () => {
  await expectGreenAudit(shop.foundation.database)
  await shop.stop()
})
beforeEach(async () => {
  person = await shop.signUp()
})

type Wish = Parameters<TestPerson['api']['admin']['coupons']['make']>[0]
const make = (changes: Partial<Wish> = {}) =>
  admin.api.admin.coupons.make({ name: '开业活动', credits: 20, codes: 2, usesPerCode: 1, ...changes })
const todayHere = () => dayOf(Date.now(), shop.foundation.settings.timeZone)
const redeem = (code: string, by = person) => by.api.billing.redeemCoupon({ code })
const balance = async (of = person) => (await of.api.account.profile.get()).credits

describe('a code', () => {
  it('gives its credits, whatever way it is typed, and the ledger says for what', async () => {
    const { id, codes } = await make()
    expect(new Set(codes).size).toBe(2)
    expect(await redeem(` ${codes[0]!.toLowerCase().replaceAll('-', ' ')} `)).toEqual({ credits: 20 })
    expect(await balance()).toMatchObject({ total: 25, remaining: 25 })
    const [entry] = (await person.api.billing.ledger({})).entries
    expect(entry).toMatchObject({ kind: 'grant', amount: 20, note: '开业活动' })
    const batch = (await admin.api.admin.coupons.list()).find((one) => one.id === id)
    expect(batch).toMatchObject({ codes: 2, uses: 1, isStopped: false })
    expect((await admin.api.admin.coupons.codes({ id })).map(({ code }) => code).sort()).toEqual([...codes].sort())
    const [log] = (await admin.api.admin.logs.list({ action: 'make_coupons' })).rows
    expect(log!.details).toEqual({ coupon: '开业活动', credits: 20, codes: 2, uses_per_code: 1 })
    expect(JSON.stringify(log)).not.toContain(codes[0])
  })

  it('comes from one campaign, however often and at once the form is sent; the log says it once', async () => {
    const requestKey = crypto.randomUUID()
    const [first, ...more] = await Promise.all([1, 2, 3].map(() => make({ name: '一次', requestKey })))
    const again = await make({ name: '一次', requestKey })
    for (const answer of [...more, again])
      expect({ ...answer, codes: answer.codes.toSorted() }).toEqual({ ...first, codes: first!.codes.toSorted() })
    expect((await admin.api.admin.coupons.list()).filter(({ name }) => name === '一次')).toHaveLength(1)
    const { rows } = await admin.api.admin.logs.list({ action: 'make_coupons' })
    expect(rows.filter(({ details }) => (details as { coupon: string }).coupon === '一次')).toHaveLength(1)
    expect((await make({ name: '一次', requestKey: crypto.randomUUID() })).id).not.toBe(first!.id)
  })

  it('is good once a person and campaign, also with another code of it and many presses at once', async () => {
    const { codes } = await make({ usesPerCode: 5 })
    const answers = await Promise.all([0, 0, 1, 1].map((i) => codeOf(redeem(codes[i]!))))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'coupon-used-before')).toHaveLength(3)
    expect((await balance()).remaining).toBe(25)
  })

  it('of three uses serves three of six people who come at once', async () => {
    const { codes } = await make({ codes: 1, usesPerCode: 3 })
    const crowd = await Promise.all(Array.from({ length: 6 }, () => shop.signUp()))
    const answers = await Promise.all(crowd.map((one) => codeOf(redeem(codes[0]!, one))))
    expect(answers.sort()).toEqual([...Array(3).fill('coupon-used-up'), ...Array(3).fill('ok')])
    const balances = await Promise.all(crowd.map(async (one) => (await balance(one)).remaining))
    expect(balances.sort((a, b) => a - b)).toEqual([5, 5, 5, 25, 25, 25])
  })

  it('that was stopped, or whose last day is over, gives nothing', async () => {
    const { id, codes } = await make()
    expect(await codeOf(admin.api.admin.coupons.stop({ id, reason: '' }))).toBe('edit-reason-missing')
    await admin.api.admin.coupons.stop({ id, reason: '错发' })
    expect(await codeOf(admin.api.admin.coupons.stop({ id, reason: '错发' }))).toBe('coupon-missing')
    expect(await codeOf(redeem(codes[0]!))).toBe('coupon-over')
    const today = todayHere()
    const past = await make({ endsOn: daysBefore(today, 1) })
    expect(await codeOf(redeem(past.codes[0]!))).toBe('coupon-over')
    expect(await codeOf(redeem((await make({ endsOn: today })).codes[0]!))).toBe('ok')
  })

  it('cannot be guessed: tries are limited, also for a right one', async () => {
    const { codes } = await make()
    for (let tries = 0; tries < COUPON_TRIES.max; tries += 1)
      expect(await codeOf(redeem(`AAAA-AAAA-${1000 + tries}`))).toBe('coupon-unknown')
    expect(await codeOf(redeem(codes[0]!))).toBe('coupon-too-many-tries')
  })
})

it('ends within a year, its last day included', async () => {
  const inDays = (days: number) => codeOf(make({ endsOn: daysBefore(todayHere(), -days) }))
  expect(await inDays(COUPON_LIMITS.days)).toBe('ok')
  expect(await inDays(COUPON_LIMITS.days + 2)).toBe('coupon-input')
})

it.each<Partial<Wish>>([{ name: ' ' }, { credits: 0 }, { credits: 1.5 }, { codes: 1001 }, { usesPerCode: 0 }])(
  'makes none of %j',
  async (wrong) => {
    const before = (await admin.api.admin.coupons.list()).length
    expect(await codeOf(make(wrong))).toBe('coupon-input')
    expect(await admin.api.admin.coupons.list()).toHaveLength(before)
  },
)
