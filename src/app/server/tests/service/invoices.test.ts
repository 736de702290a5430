// 发票 over HTTP against Alipay's emulator: asked, written with a file, refused, taken back, written off after a refund; a stranger gets nothing
// (decision 0105). The receipt by email, and the list of orders.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AlipayEmulator, openAlipayEmulator } from '#emulators/alipay/emulator.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { eventually } from '#features/processing/server/testing/test-service.ts'
import { INVOICE_ASKS_MAX } from '#rulebook/credits/invoices.ts'
import { codeOf } from '../../testing/code-of.ts'
import type { TestPerson } from '../../testing/test-person.ts'
import { type Buyer, numberOf, openTestShop, type TestShop } from '../../testing/test-shop.ts'

let alipay: AlipayEmulator
let shop: TestShop
let admin: TestPerson
let person: Buyer
let written = 0

beforeAll(async () => {
  alipay = await openAlipayEmulator({ isHeld: true })
  shop = await openTestShop({ alipay }, { parts: { provider: createScriptedProvider() } })
  admin = await shop.signUpAdmin()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  person = await shop.signUp()
  shop.emails.length = 0
})

const WISH = {
  kind: 'company',
  title: '某某科技有限公司',
  taxNumber: '91350100m000100y43',
  email: 'books@example.com',
} as const
const PDF = Buffer.from('%PDF-1.7 an invoice')
const nextNumber = () => String(++written).padStart(20, '0')
const emailsAbout = (word: string) => shop.emails.filter(({ subject }) => subject.includes(word))

const buy = () => shop.buy(person, 'alipay')
const requestOf = async (id: string) =>
  (await admin.api.admin.invoices.list()).find(({ orderNumber }) => orderNumber === numberOf(id))
async function ask(id: string, wish: Parameters<TestPerson['api']['billing']['askInvoice']>[0]['wish'] = WISH) {
  await person.api.billing.askInvoice({ id, wish })
  return (await requestOf(id))!
}
const issue = (request: { id: string; minor: number }, more: { number?: string; fileBase64?: string } = {}) =>
  admin.api.admin.invoices.issue({ id: request.id, minor: request.minor, number: nextNumber(), ...more })

describe('a 发票', () => {
  it('is asked for, written with its file, told by email, downloaded by its buyer and by nobody else', async () => {
    const id = await buy()
    expect(await person.api.billing.order({ id })).toMatchObject({ invoice: null, invoiceableMinor: 2800 })
    const request = await ask(id)
    expect(request).toMatchObject({
      state: 'requested',
      taxNumber: '91350100M000100Y43',
      minor: 2800,
      currency: 'CNY',
      redMinor: 0,
    })
    const number = nextNumber()
    await issue(request, { number, fileBase64: PDF.toString('base64') })
    const order = await person.api.billing.order({ id })
    expect(order.invoice).toMatchObject({ state: 'issued', number, minor: 2800, hasFile: true })
    expect(order.invoiceableMinor).toBeNull()
    expect(await person.api.billing.invoiceFile({ id })).toEqual({
      filename: `发票-${number}.pdf`,
      type: 'application/pdf',
      base64: PDF.toString('base64'),
    })
    expect(emailsAbout('发票已开具')).toMatchObject([{ to: 'books@example.com' }])
    const stranger = await shop.signUp()
    expect(await codeOf(stranger.api.billing.invoiceFile({ id }))).toBe('invoice-missing')
    expect(await codeOf(stranger.api.billing.askInvoice({ id, wish: WISH }))).toBe('order-missing')
    expect(await codeOf(stranger.api.billing.withdrawInvoice({ id }))).toBe('order-missing')
    const [log] = (await admin.api.admin.logs.list({ action: 'issue_invoice' })).rows
    expect(log).toMatchObject({
      targetUserId: person.userId,
      details: { order_number: numberOf(id), invoice_number: number, invoice_title: WISH.title },
    })
    const { bills } = await admin.api.admin.users.facts({ id: person.userId })
    expect(bills).toMatchObject([{ orderId: id }])
  })

  it('is refused with a reason that the buyer reads, and may be asked for again, but not for ever', async () => {
    const id = await buy()
    for (let asked = 0; asked < INVOICE_ASKS_MAX; asked += 1) {
      const request = await ask(id)
      expect(await codeOf(admin.api.admin.invoices.refuse({ id: request.id, reason: ' ' }))).toBe('edit-reason-missing')
      await admin.api.admin.invoices.refuse({ id: request.id, reason: '抬头有误' })
    }
    expect((await person.api.billing.order({ id })).invoice).toMatchObject({ state: 'refused', decision: '抬头有误' })
    expect(emailsAbout('发票没有开具')).toHaveLength(INVOICE_ASKS_MAX)
    expect(await codeOf(person.api.billing.askInvoice({ id, wish: WISH }))).toBe('invoice-too-many')
  })

  it('is taken back until it is written; who comes second hears so', async () => {
    const id = await buy()
    const request = await ask(id)
    expect(await codeOf(person.api.billing.askInvoice({ id, wish: WISH }))).toBe('invoice-asked-before')
    await person.api.billing.withdrawInvoice({ id })
    expect(await codeOf(issue(request))).toBe('invoice-decided')
    const again = await ask(id, { kind: 'personal', title: '个人', taxNumber: '', email: 'p@example.com' })
    await issue(again)
    expect(await codeOf(person.api.billing.withdrawInvoice({ id }))).toBe('invoice-decided')
  })

  it('takes no wrong number, file, amount or tax number, and no number twice', async () => {
    const [first, second] = [await buy(), await buy()]
    expect(await codeOf(ask(first, { ...WISH, taxNumber: '91350100M000100Y44' }))).toBe('invoice-tax-number')
    expect(await codeOf(ask(first, { ...WISH, title: ' ' }))).toBe('invoice-title-missing')
    const request = await ask(first)
    expect(await codeOf(issue(request, { number: '12' }))).toBe('invoice-number')
    expect(await codeOf(issue(request, { fileBase64: Buffer.from('<script>').toString('base64') }))).toBe(
      'invoice-file',
    )
    expect(await codeOf(issue({ ...request, minor: 2799 }))).toBe('invoice-stale')
    const number = nextNumber()
    await issue(request, { number })
    expect(await codeOf(issue(await ask(second), { number }))).toBe('invoice-number-used')
  })

  it('is not written while the money of its order is looked at, nor once that went back', async () => {
    const id = await buy()
    const request = await ask(id)
    const trade = alipay.trades.get(numberOf(id))!
    trade.refunds.set('by-hand', trade.paidFen)
    trade.status = 'TRADE_CLOSED'
    alipay.notify(trade, { gmt_refund: '2026-11-24 10:00:00.000' })
    await shop.sendLatest('alipay')
    expect(await codeOf(issue(request))).toBe('invoice-disputed')
    await admin.api.admin.disputes.decide({ id, decision: 'returned', reason: '已在支付宝核对' })
    expect(await codeOf(issue(request))).toBe('invoice-not-possible')
  })

  it('waits for a red invoice after its money went back, and the order can be invoiced for nothing', async () => {
    const id = await buy()
    await issue(await ask(id))
    await person.api.billing.askRefund({ id, reason: '' })
    const refund = (await admin.api.admin.refunds.list()).find(({ orderNumber }) => orderNumber === numberOf(id))!
    await admin.api.admin.refunds.grant({ id: refund.id, minor: refund.minor })
    const waiting = (await requestOf(id))!
    expect(waiting).toMatchObject({ state: 'issued', redMinor: 2800 })
    const redNumber = nextNumber()
    await admin.api.admin.invoices.redden({ id: waiting.id, number: redNumber })
    expect(await requestOf(id)).toMatchObject({ state: 'red', redNumber, redMinor: 0 })
    expect(await person.api.billing.order({ id })).toMatchObject({ invoice: { state: 'red' }, invoiceableMinor: null })
    expect(emailsAbout('发票已红冲')).toHaveLength(1)
  })
})

it('a paid order sends one receipt, however often the provider tells of it', async () => {
  const id = await buy()
  await alipay.webhooks.send(alipay.webhooks.all.at(-1)!)
  const [receipt] = await eventually(
    async () => emailsAbout('已收到付款'),
    (sent) => sent.length > 0,
  )
  expect(receipt).toMatchObject({ subject: '焕影：已收到付款 ¥28.00', to: person.email })
  expect(receipt!.text).toContain(numberOf(id))
  expect(receipt!.text).toContain('支付宝')
  await person.api.billing.order({ id })
  expect(emailsAbout('已收到付款')).toHaveLength(1)
})

describe('the list of orders', () => {
  it('finds an order by number, transaction, address, and by its state', async () => {
    const paid = await buy()
    const { id: open } = await person.api.billing.buy({ packId: 'pile', provider: 'alipay' })
    const find = async (search: string, status?: 'paid' | 'pending') =>
      (await admin.api.admin.orders.list({ search, ...(status && { status }) })).orders.map(({ id }) => id)
    const address = person.email
    expect(await find(numberOf(paid))).toEqual([paid])
    expect(await find(paid.toUpperCase())).toEqual([paid])
    expect(await find(address)).toEqual([open, paid])
    expect(await find(address.toUpperCase(), 'paid')).toEqual([paid])
    expect(await find(person.userId, 'pending')).toEqual([open])
    const [order] = (await admin.api.admin.orders.list({ search: numberOf(paid) })).orders
    expect(order).toMatchObject({
      status: 'paid',
      minor: 2800,
      paidBackMinor: 0,
      provider: 'alipay',
      number: numberOf(paid),
    })
    expect(await find(order!.transactionId!)).toEqual([paid])
    expect(await find('nobody has this')).toEqual([])
    expect((await admin.api.admin.orders.list({})).total).toBeGreaterThanOrEqual(2)
  })
})
