// What each role of the back office sees (decision 0108): every page of its menu, without a call that is refused (journeys fail at a 403) and without a
// button that it may not use.
import type { Page } from '@playwright/test'
import { startOf } from '#features/processing/testing/start-of.ts'
import { userPageAddress } from '#rulebook/admin/admin-user-page-texts.ts'
import { ADMIN_MENU } from '#rulebook/site/navigation.ts'
import { type AlipayEmulator, openAlipayEmulator } from '../emulators/alipay/emulator.ts'
import { expect, test } from './journey-test.ts'
import { leadTo } from './own-service.ts'
import { ADMIN_EMAIL, origin, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'
import { uploadOver } from './tool-steps.ts'

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
  await head.api.admin.session.open()
  await makeBuyer()
})
test.afterAll(async () => {
  await stopService()
  await alipay.close()
})

/** Somebody with an ended run, a wish for his money, a wish for a 发票. */
async function makeBuyer(): Promise<void> {
  const buyer = await register('buyer.roles@gmail.com')
  const { id: uploadId } = await uploadOver(buyer, await picture({ width: 64, height: 48 }), origin())
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
  const ended = async () => (await buyer.api.processing.jobs.get({ id: runId })).status
  await expect.poll(ended, { timeout: 60_000 }).toBe('completed')
  buyerId = (await head.api.admin.users.list({ search: buyer.email })).users[0]!.id
}

async function staffOf(role: Role): Promise<Person> {
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

type Role = keyof typeof SEES
/** Of the menu, and of what can be pressed: place, button, whether it is there. */
const SEES = {
  support: {
    menu: ['概览', '用户管理', '订单与发票', '处理记录'],
    buttons: '重置密码 免费重新处理 退回积分',
  },
  operator: {
    menu: ['概览', '用户管理', '订单与发票', '处理记录', '积分包', '积分池', '统计', '系统设置', '操作日志'],
    buttons: '重置密码 更多操作 免费重新处理 退回积分 保存设置',
  },
  finance: {
    menu: ['概览', '用户管理', '订单与发票', '处理记录', '兑换码', '积分包', '积分池', '统计', '操作日志'],
    buttons: '同意退款 拒绝退款 填写发票 不开票 生成并下载 修改积分包 更新积分池 导出数据',
  },
} as const

/** What a role may be offered somewhere, and where. */
const PLACES: readonly (readonly [
  address: () => string,
  name: string,
  find: (page: Page) => ReturnType<Page['locator']>,
])[] = [
  [() => '/admin/users', '编辑', (page) => page.getByRole('button', { name: /^编辑 buyer/ })],
  [() => '/admin/users', '重置密码', (page) => page.getByRole('button', { name: /^重置密码 buyer/ })],
  [() => '/admin/users', '更多操作', (page) => page.getByRole('button', { name: /^buyer.*的更多操作/ })],
  [() => userPageAddress(buyerId), '退回积分', (page) => page.getByRole('button', { name: /退回/ })],
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

for (const role of Object.keys(SEES) as Role[])
  test(`${role}: its pages, and nothing that it may not press`, async ({ visit }) => {
    const { menu, buttons } = SEES[role]
    const page = await visit(await staffOf(role))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/admin')
    const entries = page.getByRole('navigation', { name: '管理后台' }).getByRole('link')
    await expect(entries).toHaveText(menu)
    for (const label of menu) {
      await page.goto(pathOf(label))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      const here = PLACES.filter(([address]) => address().split('?')[0] === pathOf(label))
      for (const [address, name, find] of here) {
        if (new URL(page.url()).pathname + new URL(page.url()).search !== address()) await page.goto(address())
        const isOffered = buttons.split(' ').includes(name)
        await page.waitForLoadState('networkidle')
        expect([name, (await find(page).count()) > 0]).toEqual([name, isOffered])
      }
    }
    await page.screenshot({ path: `test-results/admin-role-${role}.png`, fullPage: true })
  })
