// What each role of the back office sees and does (decision 0108): every page of its menu, without a call that is refused (journeys fail at a 403)
// and without a button that it may not use, each page checked by axe; one act of its own on a phone; no page of others, also by its address. Calls:
// `admin-roles.test.ts`.
import type { Locator, Page } from '@playwright/test'
import { startOf } from '#features/processing/testing/start-of.ts'
import { ADMIN_ROLES, type AdminRole } from '#rulebook/admin/admin-roles.ts'
import { userPageAddress } from '#rulebook/admin/admin-user-page-texts.ts'
import { ADMIN_MENU } from '#rulebook/site/navigation.ts'
import { type AlipayEmulator, openAlipayEmulator } from '../emulators/alipay/emulator.ts'
import { AXE, expectAccessible, violations } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { openOffice } from './office-steps.ts'
import { leadTo } from './own-service.ts'
import { ADMIN_EMAIL, origin, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'
import { expectCompleted, uploadOver } from './tool-steps.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 740 }

let alipay: AlipayEmulator
let stopService: () => Promise<void>
let head: Person
let runId: string
let buyerId: string
test.beforeAll(async () => {
  alipay = await openAlipayEmulator()
  const PACK_PRICES_CNY = 'small=28,some=68,pile=138,box=268'
  stopService = leadTo(await startServiceWithAdmin({ ...alipay.settings, PACK_PRICES_CNY }))
  head = await signIn(ADMIN_EMAIL)
  await openOffice(head)
  await makeBuyer()
})
test.afterAll(async () => {
  await stopService()
  await alipay.close()
})

/** A user with an ended run, a refund request and an invoice request. */
async function makeBuyer(): Promise<void> {
  const buyer = await register('buyer.roles@gmail.com')
  const { id: uploadId } = await uploadOver(buyer, await picture({ sigma: 70 }), origin())
  runId = (await buyer.api.processing.jobs.start(startOf({ uploadId }))).id
  const orders: string[] = []
  for (let n = 0; n < 2; n += 1) {
    const { id, address } = await buyer.api.billing.buy({ packId: 'small', provider: 'alipay' })
    await fetch(address)
    alipay.pay(id.replaceAll('-', ''))
    await expect.poll(async () => (await buyer.api.billing.order({ id })).status).toBe('paid')
    orders.push(id)
  }
  await buyer.api.billing.askRefund({ id: orders[0]!, reason: '买错了' })
  const wish = { kind: 'personal', title: '李雷', taxNumber: '', email: 'li@example.com' } as const
  await buyer.api.billing.askInvoice({ id: orders[1]!, wish })
  await expectCompleted(buyer, runId)
  buyerId = (await head.api.admin.users.list({ search: buyer.email })).users[0]!.id
}

async function staffOf(role: AdminRole): Promise<Person> {
  const person = await register(`${role}.roles@gmail.com`)
  const { users } = head.api.admin
  const { id, userType, creditsRemaining } = (await users.list({ search: person.email })).users[0]!
  await users.update({
    ...{ id, userType: 'admin', creditsRemaining, reason: '入职' },
    seen: { userType, creditsRemaining },
  })
  await users.setRole({ id, role, reason: '入职' })
  return person
}

const ALL = ADMIN_MENU.map(({ label }) => label)
/** Parts of the menu, and of what can be pressed: place, button, whether it is there. */
const SEES = {
  administrator: {
    menu: ALL,
    buttons:
      '编辑 重置密码 更多操作 全部退出登录 退回积分 同意退款 拒绝退款 填写发票 不开票 免费重新处理 生成并下载 修改积分包 更新积分池 导出数据 保存设置',
  },
  operator: {
    menu: ['概览', '用户管理', '订单与发票', '处理记录', '积分包', '积分池', '统计', '系统设置', '操作日志'],
    buttons: '重置密码 更多操作 免费重新处理 退回积分 保存设置',
  },
  finance: {
    menu: ['概览', '用户管理', '订单与发票', '处理记录', '兑换码', '积分包', '积分池', '统计', '操作日志'],
    buttons: '同意退款 拒绝退款 填写发票 不开票 生成并下载 修改积分包 更新积分池 导出数据',
  },
  support: {
    menu: ['概览', '用户管理', '订单与发票', '处理记录'],
    buttons: '重置密码 免费重新处理 退回积分',
  },
} as const satisfies Record<AdminRole, { menu: readonly string[]; buttons: string }>

/** What a role may be offered somewhere, and where. */
const PLACES: readonly (readonly [address: () => string, name: string, find: (page: Page) => Locator])[] = [
  [() => '/admin/users', '编辑', (page) => page.getByRole('button', { name: /^编辑 buyer/ })],
  [() => '/admin/users', '重置密码', (page) => page.getByRole('button', { name: /^重置密码 buyer/ })],
  [() => '/admin/users', '更多操作', (page) => page.getByRole('button', { name: /^buyer.*的更多操作/ })],
  [() => userPageAddress(buyerId), '退回积分', (page) => page.getByRole('button', { name: /^退回积分：/ })],
  [() => userPageAddress(buyerId), '全部退出登录', (page) => page.getByRole('button', { name: '全部退出登录' })],
  [() => '/admin/orders', '同意退款', (page) => page.getByRole('button', { name: /^同意退款：/ })],
  [() => '/admin/orders', '拒绝退款', (page) => page.getByRole('button', { name: /^拒绝退款：/ })],
  [() => '/admin/orders', '填写发票', (page) => page.getByRole('button', { name: /^填写发票：/ })],
  [() => '/admin/orders', '不开票', (page) => page.getByRole('button', { name: /^不开票：/ })],
  [() => `/admin/runs?run=${runId}`, '免费重新处理', (page) => page.getByRole('button', { name: '免费重新处理' })],
  [() => '/admin/coupons', '生成并下载', (page) => page.getByRole('button', { name: '生成并下载' })],
  [() => '/admin/packs', '修改积分包', (page) => page.getByRole('button', { name: /^修改积分包：/ })],
  [() => '/admin/credit-pool', '更新积分池', (page) => page.getByRole('region', { name: '更新积分池' })],
  [() => '/admin/stats', '导出数据', (page) => page.getByRole('region', { name: '导出数据' })],
  [() => '/admin/settings', '保存设置', (page) => page.getByRole('button', { name: '保存设置' })],
]
const pathOf = (label: string) => ADMIN_MENU.find((entry) => entry.label === label)!.path

/** The page stands, without a call that failed, and accessible: at one width, because its own journey measures it at all; the page of a user has none. */
async function expectWhole(page: Page, address: string, role: AdminRole): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').getByRole('button', { name: '重试' })).toHaveCount(0)
  if (role === 'administrator' && address === userPageAddress(buyerId)) return expectAccessible(page, address)
  await page.evaluate(AXE)
  expect(await violations(page), address).toEqual([])
}

for (const role of ADMIN_ROLES)
  test(`${role}: its pages, and nothing that it may not press`, async ({ visit, provoked }) => {
    const menu: readonly string[] = SEES[role].menu
    const page = await visit(await staffOf(role))
    await page.setViewportSize(DESKTOP)
    await page.goto('/admin')
    const entries = page.getByRole('navigation', { name: '管理后台' }).getByRole('link')
    await expect(entries).toHaveText([...menu])
    for (const label of menu) {
      // Loaded, not pressed: only then a quiet network means that its lists stand.
      await page.goto(pathOf(label))
      await expectWhole(page, pathOf(label), role)
      for (const [address, name, find] of PLACES.filter(([place]) => place().split('?')[0] === pathOf(label)))
        await expectOffer(page, role, address(), name, find)
    }
    await page.setViewportSize(PHONE)
    await ACTS[role](page)
    provoked.patterns.push(/403/)
    for (const label of ALL.filter((other) => !menu.includes(other))) {
      await page.goto(pathOf(label))
      await expect(page.getByRole('main').getByRole('alert').first()).toContainText('您的后台角色不能进行此操作')
    }
  })

async function expectOffer(page: Page, role: AdminRole, address: string, name: string, find: (page: Page) => Locator) {
  const { pathname, search } = new URL(page.url())
  if (pathname + search !== address) {
    await page.goto(address)
    await expectWhole(page, address, role)
  }
  // A busy machine may be quiet for half a second before a list is asked for.
  if (SEES[role].buttons.split(' ').includes(name)) await expect(find(page), name).not.toHaveCount(0)
  else await expect(find(page), name).toHaveCount(0)
}

/** What the role is for, pressed on a phone. */
const ACTS: Readonly<Record<AdminRole, (page: Page) => Promise<void>>> = {
  administrator: async (page) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: /^编辑 buyer/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('剩余积分').fill('100')
    await dialog.getByLabel(/原因/).fill('补偿')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await head.api.admin.users.get({ id: buyerId })).user.creditsRemaining).toBe(100)
  },
  operator: async (page) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: /^buyer.*的更多操作/ }).click()
    await page.getByRole('menuitem', { name: '暂停' }).click()
    const dialog = page.getByRole('dialog', { name: '暂停用户' })
    await dialog.getByLabel(/原因/).fill('异常登录')
    await dialog.getByRole('button', { name: '暂停' }).click()
    await expect.poll(async () => (await head.api.admin.users.get({ id: buyerId })).user.status).toBe('suspended')
  },
  finance: async (page) => {
    await page.goto('/admin/orders')
    await page.getByRole('button', { name: /^同意退款：/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '同意退款' }).click()
    await expect.poll(async () => (await head.api.admin.refunds.list())[0]!.state).toBe('refunded')
  },
  support: async (page) => {
    await page.goto(userPageAddress(buyerId))
    await page.getByRole('button', { name: /^退回积分：/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/退回原因/).fill('结果不好')
    await dialog.getByRole('button', { name: '退回积分' }).click()
    await expect(
      page
        .getByRole('main')
        .getByText(/已退回 \d+ 积分/)
        .first(),
    ).toBeVisible()
  },
}
