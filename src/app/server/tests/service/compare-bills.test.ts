// Bills of Alipay and WeChat Pay against our orders (decision 0151), from the emulators' files as the contracts describe them: cases 5 and 77 to 81 of
// docs/payment-faults.md.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { openWechatpayEmulator, type WechatpayEmulator } from '#emulators/wechatpay/emulator.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { balanceOf, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

type Name = 'alipay' | 'wechatpay'
const DAY_MS = 86_400_000
const CHINA_MS = 8 * 3_600_000
/** The first moment of the day of GMT+8, so many days ago. */
const dayStart = (daysAgo: number) =>
  Math.floor((Date.now() + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS - daysAgo * DAY_MS
const dayText = (daysAgo: number) => new Date(dayStart(daysAgo) + CHINA_MS).toISOString().slice(0, 10)
/** The last second of that day, or just now. */
const lastSecond = (daysAgo: number) =>
  daysAgo === 0 ? Math.max(dayStart(0), Date.now() - 60_000) : dayStart(daysAgo - 1) - 1000

let alipay: AlipayEmulator
let wechat: WechatpayEmulator
let shop: TestShop
let person: TestPerson
let admin: TestPerson

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  wechat = await openWechatpayEmulator({ isHeld: true })
  const prices = { PACK_PRICES_CNY: 'small=1234.50,some=68,pile=138,box=268' }
  shop = await openTestShop({ alipay, wechatpay: wechat }, { env: prices })
  person = await shop.signUp()
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  for (const map of [alipay.trades, alipay.links, wechat.orders, wechat.refunds]) map.clear()
  await shop.query(
    `update payment_orders set created_at = created_at - interval '30 days', paid_at = paid_at - interval '30 days'`,
  )
  await shop.query(`update payment_refunds set ended_at = ended_at - interval '30 days'`)
})

async function compared(provider: Name, settles = false) {
  const billing = shop.billing()
  const all = await (settles ? billing.compareAndSettle() : billing.comparePayments())
  return all.find((one) => one.provider === provider)!
}
const statusOf = async (id: string) => (await person.api.billing.order({ id })).status

/** Made, and paid there in the last second of that day; here it is open still. */
async function payOnly(provider: Name, daysAgo = 2): Promise<string> {
  const id = await shop.payOnly(person, provider)
  const paid = provider === 'alipay' ? alipay.trades.get(numberOf(id))! : wechat.orders.get(numberOf(id))!
  paid.paidAtMs = lastSecond(daysAgo)
  await moveTo(id, daysAgo)
  return id
}
const moveTo = (id: string, daysAgo: number) =>
  shop.query(
    `update payment_orders set created_at = $2, checked_at = $2, paid_at = case when paid_at is not null then $3::timestamptz end where id = $1`,
    [id, new Date(lastSecond(daysAgo) - 60_000), new Date(lastSecond(daysAgo))],
  )
async function makePaid(provider: Name, daysAgo = 2): Promise<string> {
  const id = await payOnly(provider, daysAgo)
  expect(await statusOf(id)).toBe('paid')
  await moveTo(id, daysAgo)
  return id
}

describe.each(['alipay', 'wechatpay'] as const)('the bill of %s', (provider) => {
  it('agrees with what stands here: 1,234.50 yuan in the last second of a day, its refund on the next (77, 80)', async () => {
    const id = await makePaid(provider)
    await person.api.billing.askRefund({ id, reason: '' })
    const request = (await admin.api.admin.refunds.list()).find((one) => one.orderNumber === numberOf(id))!
    await admin.api.admin.refunds.grant({ id: request.id, minor: 123_450 })
    if (provider === 'alipay') {
      const { refundedAtMs } = alipay.trades.get(numberOf(id))!
      for (const key of refundedAtMs.keys()) refundedAtMs.set(key, dayStart(1))
    } else {
      for (const refund of wechat.refunds.values()) Object.assign(refund, { status: 'SUCCESS', atMs: dayStart(1) })
      await shop.checkRefunds()
    }
    expect(await statusOf(id)).toBe('refunded')
    expect(await compared(provider)).toMatchObject({ unanswered: 0, faults: [] })
  })

  it('pays an order that neither webhook nor question paid (5)', async () => {
    const id = await payOnly(provider)
    await shop.query(
      `update payment_orders set status = 'closed', created_at = created_at - interval '3 days' where id = $1`,
      [id],
    )
    const fault = `order ${id}: paid in the bill, unknown here`
    expect((await compared(provider)).faults).toEqual([fault])
    expect((await compared(provider, true)).faults).toEqual([fault])
    expect(await statusOf(id)).toBe('paid')
  })

  it('lists both sides: money for an order that nobody has, an order that stands in no bill, another amount, a refund by hand (81)', async () => {
    const stranger = await payOnly(provider)
    await shop.query('delete from payment_orders where id = $1', [stranger])
    expect((await compared(provider)).faults).toEqual([
      expect.stringMatching(`^payment \\S+ of 123450: no order ${numberOf(stranger)} is here$`),
    ])
    const known = await makePaid(provider)
    if (provider === 'alipay') alipay.trades.get(numberOf(known))!.paidAtMs = dayStart(40)
    else wechat.orders.get(numberOf(known))!.paidAtMs = dayStart(40)
    expect((await compared(provider)).faults).toContain(`order ${known}: paid here, in no bill`)
    const other = await makePaid(provider)
    if (provider === 'alipay') {
      const trade = alipay.trades.get(numberOf(other))!
      trade.refunds.set('byhand', 100)
      trade.refundedAtMs.set('byhand', dayStart(1))
    } else
      wechat.refunds.set('byhand', {
        ...{ refundNo: 'byhand', refundId: '1', outTradeNo: numberOf(other), refundFen: 100 },
        ...{ status: 'SUCCESS', atMs: dayStart(1) },
      })
    expect((await compared(provider)).faults).toContain(`order ${other}: 100 went back by byhand in the bill, not here`)
  })

  it('a part that went back by hand is a bill, once, and nothing is held; the part that completes it waits for a person', async () => {
    const id = await makePaid(provider)
    const credits = await balanceOf(person)
    const sendBack = (number: string, minor: number) => {
      if (provider === 'wechatpay') wechat.orders.get(numberOf(id))!.state = 'REFUND'
      if (provider === 'wechatpay')
        return void wechat.refunds.set(number, {
          ...{ refundNo: number, refundId: number, outTradeNo: numberOf(id), refundFen: minor },
          ...{ status: 'SUCCESS', atMs: dayStart(1) },
        })
      const trade = alipay.trades.get(numberOf(id))!
      trade.refunds.set(number, minor)
      trade.refundedAtMs.set(number, dayStart(1))
    }
    const earlier = (await person.api.billing.bills()).length
    const billed = async () => (await person.api.billing.bills()).slice(0, -earlier).map(({ amount }) => amount)
    sendBack('first', 100)
    const fault = `order ${id}: 100 went back by first in the bill, not here`
    expect((await compared(provider)).faults).toContain(fault)
    expect(await billed()).toEqual([])
    expect((await compared(provider, true)).faults).toContain(fault)
    expect((await compared(provider, true)).faults).toEqual([])
    expect([await statusOf(id), await balanceOf(person), await billed()]).toEqual(['paid', credits, [-1]])
    expect(await person.api.billing.order({ id })).toMatchObject({
      refundable: { minor: 123_350 },
      invoiceableMinor: 123_350,
    })
    sendBack('second', 123_350)
    await compared(provider, true)
    expect(await admin.api.admin.disputes.list()).toMatchObject([{ id, problem: 'refunded-elsewhere' }])
    await admin.api.admin.disputes.decide({ id, decision: 'returned', reason: '已在支付平台核对' })
    expect([await statusOf(id), await billed()]).toEqual(['refunded', [-1233.5, -1]])
  })

  it('of today is none yet, and a day without trades is right only if nothing stands here (79)', async () => {
    await makePaid(provider, 0)
    expect((await compared(provider)).faults).toEqual([])
    const id = await makePaid(provider)
    if (provider === 'alipay') alipay.trades.get(numberOf(id))!.paidAtMs = dayStart(40)
    else wechat.orders.get(numberOf(id))!.paidAtMs = dayStart(40)
    expect((await compared(provider)).faults).toEqual([`order ${id}: paid here, in no bill`])
  })
})

it('a refund that WeChat Pay lists and has closed took no money', async () => {
  const id = await makePaid('wechatpay')
  const byHand = { refundNo: 'closed', refundId: '1', outTradeNo: numberOf(id), refundFen: 100, atMs: dayStart(1) }
  wechat.refunds.set('closed', { ...byHand, status: 'SUCCESS' })
  expect((await compared('wechatpay')).faults).toHaveLength(1)
  const listed = `\`${numberOf(id)}`
  wechat.billEdit.now = (table) => {
    expect(table).toContain(listed)
    wechat.refunds.set('closed', { ...byHand, status: 'CLOSED' })
    return table
  }
  expect((await compared('wechatpay', true)).faults).toEqual([])
  wechat.billEdit.now = undefined
  expect(await statusOf(id)).toBe('paid')
})

it('Alipay’s link that ran out is asked for again; twice is no answer (77)', async () => {
  await makePaid('alipay')
  const method = 'alipay.data.dataservice.bill.downloadurl.query'
  alipay.faults.push({ method, action: 'stale-link' })
  expect(await compared('alipay')).toMatchObject({ unanswered: 0, faults: [] })
  alipay.faults.push({ method, action: 'stale-link' }, { method, action: 'stale-link' })
  expect(await compared('alipay')).toMatchObject({ unanswered: 1, faults: [] })
})

it('WeChat Pay’s file that is cut or bent is refused and asked for again; that day stays open (78)', async () => {
  await makePaid('wechatpay')
  for (const fault of ['cut', 'bent'] as const) {
    wechat.billFaults.push(fault)
    expect(await compared('wechatpay')).toMatchObject({ unanswered: 0, faults: [] })
    wechat.billFaults.push(fault, fault)
    expect(await compared('wechatpay')).toMatchObject({ unanswered: 1, faults: [] })
  }
})

it('a bill in the making is waited for (79)', async () => {
  const id = await makePaid('wechatpay')
  wechat.orders.get(numberOf(id))!.paidAtMs = dayStart(40)
  wechat.billsInTheMaking.add(dayText(2))
  expect(await compared('wechatpay')).toMatchObject({ unanswered: 0, faults: [] })
  wechat.billsInTheMaking.clear()
  expect((await compared('wechatpay')).faults).toEqual([`order ${id}: paid here, in no bill`])
})

/** What a vendor may change one day, or what we misread in its documentation. */
const STRANGE: readonly [Name, string, (table: string) => string, RegExp][] = [
  [
    'alipay',
    'a column by another name',
    (table) => table.replace('订单金额（元）', '交易金额（元）'),
    /no column 订单金额（元）/,
  ],
  ['alipay', 'a line with a comma too many', (table) => table.replace('\t,交易 ', ',\t,交易 '), /has 26 cells, not 25/],
  ['alipay', 'a kind that nobody knows', (table) => table.replace(',交易 ,', ',分账 ,'), /unknown kind: 分账/],
  [
    'alipay',
    'fewer lines than it counts',
    (table) => table.replace('交易合计：1笔', '交易合计：2笔'),
    /says 2 for lines of payments/,
  ],
  [
    'alipay',
    'a payment with a sign',
    (table) => table.replace('"1,234.50"', '"-1,234.50"'),
    /cannot be read: -1234.50/,
  ],
  [
    'wechatpay',
    'the columns of its early years',
    (table) => table.replace(',订单金额,', ',总金额,'),
    /no column 订单金额/,
  ],
  [
    'wechatpay',
    'a line with a cell too many',
    (table) => table.replace(',`NATIVE', ',`x,`NATIVE'),
    /has 28 cells, not 27/,
  ],
  [
    'wechatpay',
    'a state that cannot be ours',
    (table) => table.replace('`SUCCESS', '`REVOKED'),
    /unknown state: REVOKED/,
  ],
  [
    'wechatpay',
    'another sum than its lines',
    (table) => table.replace(/1234\.50,`0\.00\r\n$/, '99.00,`0.00\r\n'),
    /9900 for 订单总金额/,
  ],
  ['wechatpay', 'no sums', (table) => table.replace('订单总金额,申请', '总额,申请'), /no column 订单总金额/],
]
it.each(STRANGE)(
  '%s’s bill with %s is told as a fault, and nothing of it is counted',
  async (provider, _, edit, said) => {
    const id = await makePaid(provider)
    const { billEdit } = provider === 'alipay' ? alipay : wechat
    try {
      billEdit.now = edit
      const { faults } = await compared(provider)
      expect(faults.filter((fault) => fault.startsWith(`bill of ${dayText(2)}: `))).toEqual([
        expect.stringMatching(said),
      ])
      expect(faults.filter((fault) => fault.includes(id))).toEqual([])
    } finally {
      billEdit.now = undefined
    }
    expect((await compared(provider)).faults).toEqual([])
  },
)

it('a comma in the name of goods moves no amount of WeChat Pay’s bill', async () => {
  await makePaid('wechatpay')
  wechat.billEdit.now = (table) => table.replace(/,`,`,`([^`]+),`,`0\.00,`0\.60%/, ',`,`,`$1, 多送,`,`0.00,`0.60%')
  expect(await compared('wechatpay')).toMatchObject({ unanswered: 0, faults: [] })
  wechat.billEdit.now = undefined
})
