// The operator's switches end to end: set at /admin/settings, seen by a user in another browser (document 2 §2, §4,
// §5, §8; C-48, P-15, P-17, U-23).
import type { Page } from '@playwright/test'
import { startOf } from '#features/processing/testing/start-of.ts'
import { expectAccessible } from './accessible.ts'
import { ON_BOTH_DATABASES } from './databases.ts'
import { expect, test } from './journey-test.ts'
import { counted } from './office-steps.ts'
import { ADMIN_EMAIL, balanceOf, origin, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { ONE_REQUEST } from './service.ts'
import { expectFlow, holdPicture, openTool, RUN_TIMEOUT_MS, startButton, uploadOver } from './tool-steps.ts'

const SERVICE_UNAVAILABLE = /503/
let admin: Person
test.beforeAll(async () => {
  admin = await signIn(ADMIN_EMAIL)
})
// Whatever failed, the service is open for the next journey.
test.afterEach(async () => {
  const headers = { ...(await admin.headers()), cookie: admin.cookie, 'content-type': 'application/json' }
  const send = (method: string, path: string, body: object) =>
    fetch(`${origin()}/api/v1/admin/${path}`, { method, headers, body: JSON.stringify(body) })
  const answers = [
    await send('POST', 'session', {}),
    await send('PUT', 'settings/emergency-stop', { isOn: false }),
    await send('PUT', 'settings/maintenance', { isOn: false }),
    await send('PATCH', 'settings', { apiRateLimit: 100, maxDailyCreditsPerUser: 1000, systemAnnouncement: '' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  await expect(page.getByRole('switch', { name: '紧急停止' })).toBeVisible()
}
async function turn(page: Page, name: '紧急停止' | '维护模式', to: '启用' | '禁用', done: string): Promise<void> {
  // The switch itself is drawn by the label around it.
  await page.locator('label', { has: page.getByRole('switch', { name }) }).click()
  await page.getByRole('dialog').getByRole('button', { name: to }).click()
  await expect(page.getByText(done, { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}
/** Both ways ask for confirmation: nothing is sent before the answer, nor after a no. */
async function expectCancelChangesNothing(
  page: Page,
  name: '紧急停止' | '维护模式',
  to: '启用' | '禁用',
): Promise<void> {
  const sent: string[] = []
  const note = (request: { method: () => string; url: () => string }) => {
    if (/\/admin\/settings\/(?!get)/.test(request.url())) sent.push(request.url())
  }
  page.on('request', note)
  const control = page.getByRole('switch', { name })
  const wasOn = await control.isChecked()
  await page.locator('label', { has: control }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`确定要${to}${name}吗？`)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  await expect(control).toBeChecked({ checked: wasOn })
  await page.reload()
  await expect(control).toBeChecked({ checked: wasOn })
  page.off('request', note)
  expect(sent).toEqual([])
}
/** Pressed, then answered with no: nothing is sent. */
async function expectAsksFirst(page: Page, button: string, call: string): Promise<void> {
  const asked = counted(page, `settings/${call}`)
  const dialog = page.getByRole('dialog')
  // The one before may still be on its way out.
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: button }).click()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  expect(asked.times).toBe(0)
}
const historyRefusal = (person: Person) =>
  person.api.history.list({}).then(
    () => 'ok',
    ({ code }: { code: string }) => code,
  )

for (const size of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`[ADM-SET-03] [ADM-SET-04] [ADM-SET-05] [ADM-SET-12] [ADM-SET-14] [ADM-SET-15] [ADM-SET-19] [ADM-SET-27] at ${size.width}: asks, refuses, saves, shows the announcement, cleans`, async ({
    visit,
  }) => {
    const page = await visit(admin)
    await page.setViewportSize(size)
    // It looks at all three widths: once is enough.
    const lookAt = (state: string) => (size.width === 1440 ? expectAccessible(page, state) : undefined)
    await openSettings(page)
    await lookAt('settings')

    const emergencyStop = page.getByRole('switch', { name: '紧急停止' })
    await emergencyStop.focus()
    await page.keyboard.press('Space')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
    await lookAt('question')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(emergencyStop).toBeFocused()
    await expect(emergencyStop).not.toBeChecked()

    const limit = page.getByRole('textbox', { name: /API 速率限制/ })
    await limit.fill('1001')
    await expect(page.getByText('API 速率限制必须是 1 到 1000 之间的整数')).toBeVisible()
    await expect(page.getByRole('button', { name: '保存设置' })).toBeDisabled()
    await limit.fill('120')
    await page.getByRole('textbox', { name: '系统公告' }).fill('今晚 <b>22:00</b> 维护')
    await expect(page.getByText('18 / 500 个字符')).toBeVisible()
    await lookAt('unsaved')
    await page.getByRole('button', { name: '保存设置' }).click()
    await expect(page.getByText('系统设置保存成功')).toBeVisible()
    await expect(page.getByRole('region', { name: '系统公告' }).getByText('今晚 <b>22:00</b> 维护')).toBeVisible()
    await page.reload()
    await expect(limit).toHaveValue('120')

    await expectAsksFirst(page, '开始清理', 'cleanup')
    await page.getByRole('button', { name: '开始清理' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '开始清理' }).click()
    await expect(page.getByText('过期数据清理完成')).toBeVisible()
    await expectAsksFirst(page, '开始优化', 'optimise')
    await page.getByRole('button', { name: '开始优化' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '开始优化' }).click()
    await expect(page.getByText('数据库优化完成')).toBeVisible()
    await expect(page.getByText(/^已整理 \d+ 张表/)).toBeVisible()
    await lookAt('done')
  })
}

test(
  '[ADM-SET-02] [ADM-SET-06] [ADM-SET-09] [ADM-SET-23] maintenance closes the service for consumers and visitors, not for the operator; a running job finishes',
  ON_BOTH_DATABASES,
  async ({ visit, provoked }) => {
    test.setTimeout(RUN_TIMEOUT_MS + 240_000)
    provoked.patterns.push(SERVICE_UNAVAILABLE)
    const consumer = await register()
    const consumerPage = await visit(consumer)
    await consumerPage.goto('/profile/history')
    await expect(consumerPage.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('历史记录')
    const { id: uploadId } = await uploadOver(consumer, await picture({ width: 1200, height: 800 }), origin())
    const job = await consumer.api.processing.jobs.start(startOf({ uploadId }))

    const adminPage = await visit(admin)
    await openSettings(adminPage)
    await expectCancelChangesNothing(adminPage, '维护模式', '启用')
    expect(await historyRefusal(consumer)).toBe('ok')
    await turn(adminPage, '维护模式', '启用', '系统维护模式已启用')
    await expectCancelChangesNothing(adminPage, '维护模式', '禁用')
    await consumerPage.reload()
    const maintenance = (page: Page) => page.getByRole('heading', { name: '系统维护中' })
    await expect(maintenance(consumerPage)).toBeVisible()
    expect(await historyRefusal(consumer)).toBe('maintenance')
    const visitorPage = await visit()
    for (const address of ['/', '/ai', '/auth/register']) {
      await visitorPage.goto(address)
      await expect(maintenance(visitorPage), address).toBeVisible({ visible: !address.startsWith('/auth') })
      await expect(visitorPage.getByText(/管理员/), address).toHaveCount(0)
    }
    await visitorPage.goto('/auth/login')
    await expect(visitorPage.getByRole('button', { name: '登录', exact: true })).toBeVisible()
    await expectAccessible(consumerPage, 'maintenance')

    await adminPage.goto('/profile/history')
    await expect(adminPage.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('历史记录')
    const running = async () =>
      /huanying_jobs\{[^}]*"(?:pending|processing)"[^}]*\} [1-9]/.test(
        await (await fetch(`${origin()}/metrics`, { headers: ONE_REQUEST })).text(),
      )
    await expect.poll(running, { timeout: RUN_TIMEOUT_MS }).toBe(false)
    await openSettings(adminPage)
    const beforeEnd = new Date()
    await turn(adminPage, '维护模式', '禁用', '系统维护模式已禁用')

    await consumerPage.getByRole('button', { name: '重试' }).click()
    await expect(maintenance(consumerPage)).toBeHidden()
    await expect(consumerPage.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('历史记录')
    await expect.poll(() => historyRefusal(consumer)).toBe('ok')
    const finished = await consumer.api.processing.jobs.get({ id: job.id })
    expect(finished.status).toBe('completed')
    expect(new Date(finished.completedAt!) < beforeEnd).toBe(true)
  },
)

test(
  '[ADM-SET-01] [ADM-SET-05] [ADM-SET-08] [ADM-SET-21] an emergency stop refuses a start before it costs anything; history and login work',
  ON_BOTH_DATABASES,
  async ({ visit, provoked }) => {
    provoked.patterns.push(SERVICE_UNAVAILABLE)
    const consumer = await register()
    const page = await visit(consumer)
    await openTool(page)
    await holdPicture(page)
    const adminPage = await visit(admin)
    await openSettings(adminPage)
    await expectCancelChangesNothing(adminPage, '紧急停止', '启用')
    await turn(adminPage, '紧急停止', '启用', '紧急停止功能已启用')
    await expectCancelChangesNothing(adminPage, '紧急停止', '禁用')

    await startButton(page).click()
    await expect(page.getByText('AI 处理已暂停，请稍后再试。本次没有消耗积分。').first()).toBeVisible()
    expect(await balanceOf(consumer)).toBe(5)
    const { entries } = await consumer.api.history.list({})
    expect(entries.map(({ records }) => records)).toEqual([[]])
    await page.goto('/profile/history')
    await expect(page.getByText('journey.jpg')).toBeVisible()
    await signIn(consumer.email)
    await uploadOver(consumer, await picture({ name: 'second.jpg' }), origin())

    await openTool(page)
    await expect(page.getByText('AI 处理已暂停，恢复后即可开始').first()).toBeVisible()
    await turn(adminPage, '紧急停止', '禁用', '紧急停止功能已禁用')
    await page.reload()
    // The picture that was held before is held still.
    await expectFlow(page, 'held')
    await expect(startButton(page)).toBeEnabled()
    await startButton(page).click()
    await expect.poll(() => balanceOf(consumer)).toBe(3)
  },
)
