// axe-core in every state of the tool page at both widths (`shell.e2e.ts` does the pages), and the whole way by keyboard alone (architecture §7, WCAG 2.2 AA).
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { balanceOf, PASSWORD, register } from './person.ts'
import { LARGE, picture } from './picture.ts'
import {
  balance,
  chooserOpenedBy,
  creditsText,
  expectFlow,
  FAST_TOOL,
  holdPicture,
  openTool,
  startButton,
} from './tool-steps.ts'

test('pages that say what went wrong have no accessibility violation', async ({ page, provoked }) => {
  provoked.patterns.push(/404 \(Not Found\).*no-such-page/)
  for (const address of ['/auth/login?error=x', '/auth/forgot-password', '/auth/reset-password', '/no-such-page']) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).first()).toBeVisible()
    await expectAccessible(page, address)
  }
})

test('the tool page in each state, and a filled history, have no accessibility violation', async ({
  page,
  context,
  provoked,
}) => {
  test.slow()
  provoked.patterns.push(/status of 503.*jobs\/start/)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await expectAccessible(page, 'idle')
  await page.getByRole('button', { name: '从历史记录选择' }).click()
  await expect(page.getByText('还没有可用的图片')).toBeVisible()
  await expectAccessible(page, 'choosing from an empty history')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('radiogroup').getByText('手动', { exact: true }).click()
  await holdPicture(page, await picture(LARGE))
  await expectAccessible(page, 'held, manual parameters')
  await startButton(page).click()
  await expectFlow(page, 'processing')
  const [job] = await person.api.processing.jobs.open()
  await expectAccessible(page, 'running')
  // On a busy machine the run may have ended while the page was judged.
  await person.api.processing.jobs.cancel({ id: job!.id }).catch(() => undefined)
  await page.getByRole('button', { name: '重新选择' }).click()
  await holdPicture(page)
  const stopped = { defined: false, code: 'emergency-stop', status: 503, message: '' }
  await page.route('**/processing/jobs/start', (route) => route.fulfill({ status: 503, json: { json: stopped } }))
  await startButton(page).click()
  await expect(page.getByText('处理未成功')).toBeVisible()
  await expectAccessible(page, 'refused')
  await page.unroute('**/processing/jobs/start')
  await startButton(page).click()
  await expectFlow(page, 'result')
  await expect(page.getByRole('link', { name: '保存图片' })).toBeVisible()
  await expectAccessible(page, 'result')
  await page.getByRole('button', { name: '其他格式' }).click()
  await expect(page.getByRole('link', { name: /^下载 JPEG/ })).toBeVisible()
  await expectAccessible(page, 'result with the other formats')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'AI 工具' }).click()
  await expectAccessible(page, 'result with the tools menu open')
  await page.goto('/profile/history')
  await expect(page.getByRole('listitem').filter({ hasText: '已完成' }).first()).toBeVisible()
  await expectAccessible(page, 'history with entries')
})

/** Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
  }
  throw new Error(`80 times Tab did not reach ${target}`)
}

test('the whole way by keyboard alone: sign in, upload, start, compare, download', async ({ page }) => {
  const person = await register()
  await page.goto(`/ai/${FAST_TOOL}`)
  await tabTo(page, page.getByLabel('邮箱'))
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('密码', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expectFlow(page, 'idle')
  await tabTo(page, page.getByRole('button', { name: '选择图片' }))
  const choice = await chooserOpenedBy(page, () => page.keyboard.press('Enter'))
  await choice.setFiles(await picture())
  await expectFlow(page, 'held')
  await expect(startButton(page)).toBeEnabled()
  await tabTo(page, startButton(page))
  await page.keyboard.press('Space')
  await expectFlow(page, 'result')
  const handle = page.getByRole('slider', { name: '对比滑块' })
  await tabTo(page, handle)
  await page.keyboard.press('End')
  await expect(handle).toHaveAttribute('aria-valuenow', '100')
  await expect(handle).toHaveAttribute('aria-valuetext', '左侧 100% 为处理前')
  await tabTo(page, page.getByRole('link', { name: '保存图片' }))
  const started = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await started).suggestedFilename()).toMatch(/^processed-\d+\.png$/)
  await expect(balance(page)).toContainText(creditsText(3))
  expect(await balanceOf(person)).toBe(3)
})
