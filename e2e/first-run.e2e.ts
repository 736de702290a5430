// A new consumer at a desktop computer, with a drawn picture and with a real photograph.
import { existsSync, readFileSync } from 'node:fs'
import { TOOLS } from '#rulebook/tools/tool.ts'
import { ON_BOTH_DATABASES } from './databases.ts'
import { dragByMouse, firstRun, handle, runShownPrice, smallPicture } from './first-run.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'
import { picture } from './picture.ts'
import { expectFlow, holdPicture, openTool, startButton } from './tool-steps.ts'

const REAL_PHOTO = new URL('../../shared/data/train/18f-people-001.webp', import.meta.url)

test(
  '[PROD-04] [HIST-01] [HIST-14] [NAV-19] [NAV-20] [NAV-25] [TOOL-02] [TOOL-03] [TOOL-04] [TOOL-06] [TOOL-08] [TOOL-09] [TOOL-10] [TOOL-14] [UPLOAD-11] [PRICE-03] [AUTH-REG-05] register, sign in, upload, watch, compare, download, balance, history',
  ON_BOTH_DATABASES,
  async ({ page }) => {
    await firstRun(page, await smallPicture(), dragByMouse)
  },
)

test('[TOOL-01] [TOOL-05] [TOOL-12] [UPLOAD-04] a real photograph, dropped on the page, becomes a result; re-select starts anew', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page, 'lighting/adjust')
  await expectFlow(page, 'idle')
  const reselect = page.getByRole('button', { name: '重新选择' })
  await expect(reselect).toHaveCount(0)
  const photo = existsSync(REAL_PHOTO)
    ? readFileSync(REAL_PHOTO)
    : (await picture({ format: 'webp', hasCast: true })).buffer
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    transfer.items.add(new File([bytes], 'people.webp', { type: 'image/webp' }))
    return transfer
  }, photo.toString('base64'))
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer: data })
  await expectFlow(page, 'held')
  await expect(reselect).toBeVisible()
  await expect(startButton(page)).toBeEnabled()
  // The photo alone: what is compared comes with the result (decision 0212).
  await expect(page.getByRole('group', { name: '图片预览' })).toBeVisible()
  await expect(handle(page)).toHaveCount(0)
  await runShownPrice(page)
  await expect(handle(page)).toBeVisible()
  await reselect.click()
  await expectFlow(page, 'idle')
  await expect(reselect).toHaveCount(0)
  await expect(handle(page)).toHaveCount(0)
  await expect(startButton(page)).toBeDisabled()
})

test('[MODELPAGE-02] [MODELPAGE-03] [MODELPAGE-04] [MODELPAGE-05] [MODELPAGE-06] [MODELPAGE-07] [STATE-11] [TOOL-07] the model page; another model clears the result and keeps the picture', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page, 'sharpen/standard/standard')
  const header = page.getByRole('main').locator('header')
  const trail = header.getByRole('navigation', { name: 'AI 工具' })
  await expect(trail.getByRole('listitem')).toHaveText(['AI 工具', '锐化', '标准锐化'])
  await expect(trail.getByRole('link', { name: 'AI 工具' })).toHaveAttribute('href', '/ai')
  await expect(header).toContainText('2 积分')
  await expect(header).toContainText('预计 5–60 秒')
  await expect(page.getByText('支持 JPG、PNG、WebP，最大 10 MB')).toBeVisible()
  await expectFlow(page, 'idle')
  const [pictureColumn, panelColumn] = await page
    .locator('[data-flow] > div')
    .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().toJSON() as DOMRect))
  expect(panelColumn!.width / (panelColumn!.width + pictureColumn!.width)).toBeCloseTo(0.3, 2)
  expect(panelColumn!.left).toBeGreaterThan(pictureColumn!.right)
  await holdPicture(page)
  await expect(page.getByRole('button', { name: '重新选择' })).toBeVisible()
  await runShownPrice(page)
  await expect(handle(page)).toBeVisible()
  await page.getByRole('navigation', { name: TOOLS.sharpen.displayName, exact: true }).getByRole('link').nth(1).click()
  await expectFlow(page, 'held')
  await expect(startButton(page)).toHaveText(/开始处理/)
  await expect(page.getByRole('link', { name: '保存图片' })).toHaveCount(0)
})
