// Several pictures at once, for tiers with batch_process (document 1 §6; U-28): dropped on a tool page, worked through with one bad file among them,
// taken along as one archive. Everybody else is offered one picture.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { BATCH_AT_ONCE, BATCH_TEXTS } from '#rulebook/runs/batch.ts'
import { CATALOGUE_TEXTS } from '#rulebook/runs/tool-page.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { PARAMETER_TEXTS } from '#rulebook/tools/parameter-mode.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { keepLook } from './keep-look.ts'
import { ADMIN_EMAIL, type Person, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { balance, chooserOpenedBy, openTool, RUN_TIMEOUT_MS } from './tool-steps.ts'

/** As many as it takes to have some in work, some waiting and some that begin after a pause. */
const PICTURES = [...'甲乙丙丁戊己']

const list = (page: Page) => page.getByRole('list', { name: BATCH_TEXTS.list })
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function makePremium(person: Person, visit: (person: Person) => Promise<Page>): Promise<void> {
  const admin = await signIn(ADMIN_EMAIL)
  const page = await visit(admin)
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: '最新用户' })).toBeVisible()
  const { id, user_type, credits } = await person.api.account.profile.get()
  const seen = { userType: user_type, creditsRemaining: credits.remaining }
  await admin.api.admin.users.update({
    id,
    userType: 'premium',
    creditsRemaining: credits.remaining,
    seen,
    reason: 'journey',
  })
}

/** As the hand of a person drops files anywhere on the page. */
async function drop(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (all) => {
      const carried = new DataTransfer()
      for (const { name, type, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        carried.items.add(new File([bytes], name, { type }))
      }
      return carried
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  )
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

/** Uploads wait until the answer is called, so that what is pressed meanwhile meets work that goes on. */
async function holdUploads(page: Page): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/uploads', async (route) => {
    await held
    // One that was stopped meanwhile is gone.
    await route.continue().catch(() => {})
  })
  return async () => {
    letGo()
    await page.unroute('**/api/uploads')
  }
}

/** What is in work ends, nothing more begins, until it goes on. */
async function pauseFirstTwo(page: Page, letGo: () => Promise<void>): Promise<void> {
  await button(page, BATCH_TEXTS.pause).click()
  await expect(page.getByText(BATCH_TEXTS.paused)).toBeVisible()
  await letGo()
  await expect(row(page, '坏了.jpg')).toContainText('未成功', { timeout: RUN_TIMEOUT_MS })
  await expect(row(page, '甲.jpg')).toContainText('已完成', { timeout: RUN_TIMEOUT_MS })
  await expect(list(page).getByText(BATCH_TEXTS.states.waiting)).toHaveCount(PICTURES.length + 1 - BATCH_AT_ONCE)
  await button(page, BATCH_TEXTS.resume).click()
  await expect(page.getByText(BATCH_TEXTS.goesOn)).toBeVisible()
}

/** Trying a broken file again cannot help: another one can, or none. It is stopped under way once, and tried again. */
async function replaceBroken(page: Page): Promise<void> {
  const broken = row(page, '坏了.jpg')
  await expect(broken.getByRole('button', { name: '重试：坏了.jpg' })).toHaveCount(0)
  await expect(broken.getByRole('button', { name: '移除：坏了.jpg' })).toBeVisible()
  const chooser = await chooserOpenedBy(page, () => broken.getByRole('button', { name: '换一张：坏了.jpg' }).click())
  const letGo = await holdUploads(page)
  await chooser.setFiles(await picture({ name: '丑.jpg' }))
  await button(page, BATCH_TEXTS.stop).click()
  await expect(row(page, '丑.jpg')).toContainText(BATCH_TEXTS.states.stopped)
  await letGo()
  await expect(row(page, '丑.jpg').getByRole('button', { name: '重试：丑.jpg' })).toBeVisible()
  await button(page, BATCH_TEXTS.retryAll).click()
  await expect(row(page, '丑.jpg')).toContainText('已完成', { timeout: RUN_TIMEOUT_MS })
  await expect(page.getByText(`已完成 ${PICTURES.length + 1} / ${PICTURES.length + 1} 张`)).toBeVisible()
}

/** Its bytes go after it was chosen: only choosing it again can help. */
async function chooseAgainWhatIsGone(page: Page): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-journey-'))
  const path = join(folder, '丢了.jpg')
  const { buffer } = await picture()
  writeFileSync(path, buffer)
  await page.getByLabel(UPLOADER_TEXTS.label).setInputFiles(path)
  await expect(row(page, '丢了.jpg')).toContainText('等待中')
  rmSync(folder, { recursive: true })
  await button(page, BATCH_TEXTS.resume).click()
  const gone = row(page, '丢了.jpg')
  await expect(gone).toContainText('读取文件失败，可能已被移动、修改或删除，请重新选择')
  await expect(gone.getByRole('button')).toHaveText(['重新选择', '移除'])
  const chooser = await chooserOpenedBy(page, () => gone.getByRole('button', { name: '重新选择：丢了.jpg' }).click())
  await chooser.setFiles({ name: '找到了.jpg', mimeType: 'image/jpeg', buffer })
  await expect(row(page, '找到了.jpg')).toContainText('已完成', { timeout: RUN_TIMEOUT_MS })
  await expect(page.getByText(`已完成 ${PICTURES.length + 2} / ${PICTURES.length + 2} 张`)).toBeVisible()
}

test('six pictures and a broken one dropped on a tool: the pictures end, the broken one says why it did not and gives way to another, one that is gone meanwhile is chosen again, one archive holds the results', async ({
  page,
  context,
  visit,
  provoked,
}) => {
  provoked.patterns = [/status of 4\d\d.*api\/uploads/, /ERR_FILE_NOT_FOUND/]
  test.setTimeout(4 * RUN_TIMEOUT_MS)
  const person = await register()
  await makePremium(person, visit)
  await person.enter(context)
  await openTool(page)
  await expect(balance(page)).toBeVisible()
  const pictures = await Promise.all(PICTURES.map((name) => picture({ name: `${name}.jpg` })))
  const whole = await picture({ name: '坏了.jpg', width: 1200, height: 800 })
  const broken = { ...whole, buffer: whole.buffer.subarray(0, 3000) }
  await drop(page, [broken, ...pictures])

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('一次处理多张')
  await expect(page).toHaveURL(/\/ai\/batch\?model=denoise%2Fnormal/)
  await expect(list(page).getByRole('listitem')).toHaveCount(PICTURES.length + 1)
  await expect(page.getByRole('combobox', { name: BATCH_TEXTS.tool })).toHaveValue('denoise/normal')
  await expectAccessible(page, 'a batch before its start')
  const settings = page.getByRole('region', { name: PARAMETER_TEXTS.title })
  await settings.getByText(PARAMETER_TEXTS.manual, { exact: true }).click()
  await settings.getByRole('slider', { name: '强度', exact: true }).press('End')
  const letGo = await holdUploads(page)
  await button(page, BATCH_TEXTS.start).click()
  await pauseFirstTwo(page, letGo)
  await expect(row(page, '坏了.jpg')).toContainText('图片可能已损坏')
  await expect(page.getByText(BATCH_TEXTS.lead)).toHaveCount(0)
  await expect(page.getByText(BATCH_TEXTS.byHand)).toBeVisible()

  // It goes on while its person looks elsewhere.
  await page.getByRole('banner').getByRole('link', { name: '焕影，返回首页' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  for (const { name } of pictures) await expect(row(page, name)).toContainText('已完成', { timeout: RUN_TIMEOUT_MS })
  await expect(page.getByText(`已完成 ${PICTURES.length} / ${PICTURES.length + 1} 张`)).toBeVisible()
  await expect(page.getByText('1 张未成功')).toBeVisible()
  await expectAccessible(page, 'a batch at its end')
  await keepLook(page, 'batch-1440', { fullPage: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await keepLook(page, 'batch-360')
  await page.setViewportSize({ width: 1440, height: 900 })
  await replaceBroken(page)
  expect((await person.api.history.stats()).completedProcessing).toBe(PICTURES.length + 1)
  const { entries } = await person.api.history.list({ limit: 20, offset: 0 })
  const settingsOfRuns = entries.flatMap(({ records }) => records.map(({ mode, params }) => [mode, params.strength]))
  expect(settingsOfRuns).toEqual(Array.from({ length: PICTURES.length + 1 }, () => ['manual', 1]))
  await chooseAgainWhatIsGone(page)

  const download = page.waitForEvent('download')
  await button(page, BATCH_TEXTS.download).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)
  await row(page, '甲.jpg').getByRole('link', { name: '查看对比：甲.jpg' }).click()
  await expect(page).toHaveURL(/\/ai\/denoise\/normal$/)
  await expect(page.getByRole('radio', { name: '滑动对比' })).toBeVisible()
})

test('at the width of a phone the cross that takes a picture out stands beside its name', async ({ page, visit }) => {
  const person = await register()
  await makePremium(person, visit)
  await person.enter(page.context())
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/ai/batch')
  await page
    .getByLabel(UPLOADER_TEXTS.label)
    .setInputFiles([await picture({ name: '一.jpg' }), await picture({ name: '二.jpg' })])
  // Which one is taken out is seen.
  await expect(list(page).locator('canvas:visible')).toHaveCount(2)
  const cross = await row(page, '一.jpg').getByRole('button').boundingBox()
  const name = await row(page, '一.jpg').getByText('一.jpg', { exact: true }).boundingBox()
  expect(cross!.y).toBeLessThan(name!.y + name!.height)
  expect(cross!.x).toBeGreaterThan(page.viewportSize()!.width / 2)
})

test('who may not is told, and offered one picture; on a tool page the first of several is taken', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page)
  await drop(page, [await picture({ name: '甲.jpg' }), await picture({ name: '乙.jpg' })])
  await expect(page.getByText('一次处理多张适用于高级版、VIP版，已选择第一张')).toBeVisible()
  await page.goto('/ai')
  await expect(page.getByRole('navigation', { name: CATALOGUE_TEXTS.otherWays })).toContainText('高级版、VIP版可用')
  await page.goto('/ai/batch?model=lighting/adjust')
  await expect(page.getByText(BATCH_TEXTS.notAllowed)).toBeVisible()
  await expect(page.getByText(/^一次处理多张适用于高级版、VIP版。/)).toBeVisible()
  await expectAccessible(page, 'no batch for this account')
  await page.getByRole('link', { name: BATCH_TEXTS.oneByOne }).click()
  await expect(page).toHaveURL(/\/ai\/lighting\/adjust$/)
})
