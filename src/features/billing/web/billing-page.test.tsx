// @vitest-environment jsdom
// The billing page as a person sees it, with the server's answers given (document 2 §2, §8; C-02, C-52, P-01 to P-04).
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import type { OwnBill } from '../contract.ts'
import type { LedgerEntry } from '../ledger-contract.ts'
import { BillingPage, type BillingPageParts } from './billing-page.tsx'

const calls = vi.hoisted(() => ({
  usage: vi.fn(),
  bills: vi.fn(),
  ledger: vi.fn(),
  offers: vi.fn(),
  orders: vi.fn(),
  buy: vi.fn(),
  purchaseWish: { read: vi.fn(), ask: vi.fn(), withdraw: vi.fn() },
}))
vi.mock('./billing-client.ts', () => ({ billingClient: calls, openBillingClient: calls }))

beforeAll(prepareDom)
beforeEach(() => {
  calls.usage.mockResolvedValue({ monthlyRuns: 3, totalRuns: 41 })
  calls.bills.mockResolvedValue([])
  calls.ledger.mockResolvedValue({ entries: [], total: 0 })
  calls.orders.mockResolvedValue([])
  calls.offers.mockResolvedValue({ providers: [], prices: [], changed: [], isInWechat: false })
  calls.purchaseWish.read.mockResolvedValue({ askedAt: null, byMail: true })
})
afterEach(() => vi.clearAllMocks())

const open = (parts: Partial<BillingPageParts> = {}) =>
  renderPage(<BillingPage userType="free" status={null} credits={{ total: 20, used: 3 }} {...parts} />)
const openBills = async (bills: OwnBill[] = []) => {
  calls.bills.mockResolvedValue(bills)
  open()
  fireEvent.click(screen.getByRole('tab', { name: '账单记录' }))
}
const figure = async (name: string) => (await screen.findByText(name)).nextElementSibling!.textContent

describe('overview', () => {
  it('[BILL-01] has the badge of the account', () => {
    open({ userType: 'premium' })
    expect(screen.getByText('付费用户')).toBeDefined()
  })

  it('[BILL-02] [BILL-03] shows available credits, total minus used, and the used ones', async () => {
    open()
    expect(await figure('剩余积分')).toBe('17')
    expect(await figure('已使用积分')).toBe('3')
  })

  it.each([
    [49, '新手'],
    [50, '进阶'],
    [500, '大师'],
  ])('[BILL-06] [BILL-07] [BILL-09] grades who has used %d credits (U-51): %s', async (used, level) => {
    open({ credits: { total: 1000, used } })
    expect(await figure('账户等级')).toBe(level)
  })

  it('[BILL-04] [BILL-05] shows own runs of the month and of a lifetime, not the documents’ samples', async () => {
    open()
    await screen.findByText('41')
    expect(await figure('本月处理次数')).toBe('3')
    expect(await figure('累计处理次数')).toBe('41')
  })

  it('shows no figure that could not be read', async () => {
    calls.usage.mockRejectedValue(new Error('down'))
    open()
    await vi.waitFor(() => expect(screen.queryByText('本月处理次数')).toBeNull(), { timeout: 5000 })
  })

  it.each([
    [5, true],
    [6, false],
  ])('[BILL-10] with %d credits the low-credit warning is there: %s', (available, isThere) => {
    open({ credits: { total: available + 3, used: 3 } })
    expect(screen.queryByText(`剩余积分不多（${available}），如有兑换码，可在本页兑换`) !== null).toBe(isThere)
  })
})

it('who has used nothing is told what the credits are good for, and is not warned (decision 0256)', () => {
  open({ credits: { total: 5, used: 0 } })
  expect(screen.getByText('您有 5 积分，标准工具可用 2 次')).toBeTruthy()
  expect(screen.queryByText(/^剩余积分不多/)).toBeNull()
})

it.each([{ status: 'suspended' }, { status: 'banned' }, { userType: 'banned' }])(
  'who may neither run nor buy is not welcomed to either: %o',
  async (account) => {
    calls.offers.mockResolvedValue({ providers: ['alipay'], prices: [], changed: [], isInWechat: false })
    open({ credits: { total: 5, used: 0 }, ...account })
    await screen.findByText('使用支付宝付款，由本站收款。')
    expect(screen.getByText('剩余积分不多（5），如有兑换码，可在本页兑换')).toBeTruthy()
    expect(screen.queryByText(/标准工具可用 2 次$/)).toBeNull()
  },
)

describe('who is paid', () => {
  const whoIsPaid = /收款|付款由|经销商/
  it('is named once something can be bought', async () => {
    calls.offers.mockResolvedValue({ providers: ['alipay'], prices: [], changed: [], isInWechat: false })
    open()
    expect(await screen.findByText('使用支付宝付款，由本站收款。')).toBeDefined()
  })
  it('is nobody while nothing can be (decisions 0121, 0146)', async () => {
    open()
    await screen.findByText('积分包购买功能开发中...')
    expect(document.body.textContent).not.toMatch(whoIsPaid)
  })
})

describe('packs', () => {
  it('cannot be pressed before it is known whether they are sold', async () => {
    const buttons = () => within(screen.getByRole('tabpanel')).getAllByRole<HTMLButtonElement>('button')
    calls.offers.mockResolvedValue({ providers: ['alipay'], prices: [], changed: [], isInWechat: false })
    open()
    expect(buttons().map(({ disabled }) => disabled)).toEqual(CREDIT_PACKS.map(() => true))
    await vi.waitFor(() => expect(buttons().some(({ disabled }) => disabled)).toBe(false))
  })

  it('[BILL-11] stand in the first of two tabs', () => {
    open()
    expect(screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
      ['积分包', 'true'],
      ['账单记录', 'false'],
    ])
  })

  it('[BILL-12] [PACK-06] show every pack of the one table with all its facts', () => {
    open()
    const cards = within(screen.getByRole('tabpanel'))
      .getAllByRole('listitem')
      .filter((item) => within(item).queryByRole('heading'))
    expect(cards).toHaveLength(CREDIT_PACKS.length)
    for (const [i, pack] of CREDIT_PACKS.entries()) {
      const text = cards[i]!.textContent
      const perCredit = `每积分约 $${pack.pricePerCredit.toFixed(2)}`
      for (const fact of [
        pack.name,
        `$${pack.price}`,
        `${pack.credits} 积分`,
        pack.description,
        perCredit,
        ...pack.features,
      ])
        expect(text).toContain(fact)
      expect(text?.includes('推荐')).toBe(pack.popular)
      expect(text?.includes(`约省 ${pack.discount}%`)).toBe(pack.discount > 0)
    }
  })
})

describe('bills', () => {
  const bill = (change: Partial<OwnBill>): OwnBill => ({
    id: crypto.randomUUID(),
    description: '大容量包',
    amount: 39.99,
    currency: 'USD',
    date: '2026-08-12T02:00:00.000Z',
    status: 'paid',
    orderId: null,
    ...change,
  })

  it('[BILL-13] [BILL-14] [BILL-17] without bills the empty state stands, and the two sample rows are marked as samples', async () => {
    await openBills()
    expect(await screen.findByText('还没有账单')).toBeDefined()
    const samples = within(screen.getByRole('region', { name: '示例数据' })).getAllByRole('listitem')
    expect(samples.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/2025-08-12.*\$29\.99.*示例数据 · 已支付/),
      expect.stringMatching(/2025-07-12.*\$9\.99.*示例数据 · 已支付/),
    ])
  })

  it('[BILL-14] each row has description, day, amount, state and a download button; no sample among them', async () => {
    await openBills([bill({}), bill({ description: '体验包', amount: 3.99, status: 'failed' })])
    await screen.findByText('体验包')
    const rows = within(screen.getByRole('tabpanel')).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      '大容量包2026-08-12$39.99已支付',
      '体验包2026-08-12$3.99支付失败',
    ])
    expect(within(rows[0]!).getByRole('button', { name: '下载发票：大容量包 $39.99' })).toBeDefined()
    for (const text of [/示例数据/, '还没有账单']) expect(screen.queryByText(text)).toBeNull()
  })

  it('money that went back leads to its order, and has no invoice of its own', async () => {
    const back = { description: '退款 · 体验包', amount: -3.99 }
    await openBills([bill(back), bill({ ...back, orderId: '00000000-0000-4000-8000-000000000009' })])
    await screen.findAllByText('退款 · 体验包')
    const [alone, ofOrder] = within(screen.getByRole('tabpanel')).getAllByRole('listitem')
    expect(within(alone!).queryAllByRole('button')).toEqual([])
    expect(within(ofOrder!).getByRole('link')).toBeDefined()
  })
})

it.each([
  ['premium', null, false],
  ['vip', null, false],
  ['admin', null, false],
  ['premium', 'banned', true],
])('whom nothing runs out is not warned of few credits: %s, %s: %s', (userType, status, isThere) => {
  open({ userType, status, credits: { total: 0, used: 0 } })
  expect(screen.queryByText(/^剩余积分不多/) !== null).toBe(isThere)
})

describe('orders', () => {
  it('a bill of an order leads to its receipt and 发票', async () => {
    const orderId = '00000000-0000-4000-8000-000000000009'
    calls.bills.mockResolvedValue([
      {
        id: orderId,
        description: '超值包',
        amount: 138,
        currency: 'CNY',
        date: '2026-08-12T02:00:00.000Z',
        status: 'paid',
        orderId,
      },
    ])
    open()
    fireEvent.click(screen.getByRole('tab', { name: '账单记录' }))
    const link = await screen.findByRole('link', { name: '发票：超值包 ¥138.00' })
    expect(link.getAttribute('href')).toBe(`/profile/billing/order?order=${orderId}`)
  })
})

describe('the ledger', () => {
  const runOf = (changes: Partial<NonNullable<LedgerEntry['run']>> = {}) => ({
    id: '00000000-0000-4000-8000-000000000001',
    processType: 'denoise',
    modelKey: 'denoise/normal',
    errorCode: null,
    isListed: true,
    ...changes,
  })
  const entry = (changes: Partial<LedgerEntry>): LedgerEntry => ({
    id: crypto.randomUUID(),
    kind: 'hold',
    amount: -2,
    balance: 3,
    at: '2026-08-12T02:05:00.000Z',
    run: null,
    note: null,
    ...changes,
  })
  const section = async () => within(await screen.findByRole('region', { name: '积分明细' }))
  const lines = async () => (await (await section()).findAllByRole('listitem')).map(({ textContent }) => textContent)

  it('tells each change in plain words, with the balance after it and the way to the run', async () => {
    const [failed, cancelled] = ['engine-failed', 'processing-cancelled'].map((errorCode) => runOf({ errorCode }))
    const entries = [
      entry({ run: runOf(), balance: 505 }),
      entry({ kind: 'reverse', amount: 1, run: runOf({ isListed: false }), note: '效果不佳' }),
      entry({ kind: 'release', amount: 2, run: failed! }),
      entry({ kind: 'release', amount: 2, run: cancelled! }),
      entry({ kind: 'release', amount: 2, run: runOf(), note: 'no-effect' }),
      entry({ kind: 'purchase', amount: 500, note: '标准包' }),
      entry({ kind: 'grant', amount: 5 }),
      entry({ kind: 'adjust', amount: -3, note: '重复赠送' }),
      entry({ kind: 'hold', amount: 0 }),
    ]
    calls.ledger.mockResolvedValue({ entries, total: entries.length })
    open()
    expect(await lines()).toEqual([
      '消费降噪 · 标准降噪2026-08-12 10:05−2剩余 505',
      '退回客服退回降噪 · 标准降噪 · 效果不佳2026-08-12 10:05+1剩余 3',
      '退回失败退回降噪 · 标准降噪2026-08-12 10:05+2剩余 3',
      '退回取消退回降噪 · 标准降噪2026-08-12 10:05+2剩余 3',
      '退回效果不明显，不收费降噪 · 标准降噪2026-08-12 10:05+2剩余 3',
      '购买标准包2026-08-12 10:05+500剩余 3',
      '赠送注册赠送2026-08-12 10:05+5剩余 3',
      '调整客服调整重复赠送2026-08-12 10:05−3剩余 3',
      '消费处理（记录已清除）2026-08-12 10:050剩余 3',
    ])
    const links = (await section()).getAllByRole('link')
    expect(links).toHaveLength(4)
    expect(links[0]!.getAttribute('href')).toBe('/profile/history?run=00000000-0000-4000-8000-000000000001')
  })

  it('comes page by page, says when there is nothing, and is asked again when it could not be read', async () => {
    calls.ledger.mockRejectedValueOnce(new Error('down'))
    open()
    expect(await (await section()).findByText('加载积分明细失败，请重试')).toBeDefined()
    fireEvent.click((await section()).getByRole('button', { name: '重试' }))
    expect(await (await section()).findByText('还没有积分变动')).toBeDefined()
    const first = Array.from({ length: 20 }, () => entry({}))
    calls.ledger.mockImplementation(async ({ page }) => ({ entries: page === 1 ? first : [entry({})], total: 21 }))
    open()
    fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
    await vi.waitFor(() => expect(screen.getAllByText(/^剩余 \d/)).toHaveLength(21))
    expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull()
  })
})
