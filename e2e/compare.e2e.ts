// The before/after view with mouse and keyboard at 1440 pixels: one view for both pictures, every mode, tiles of a
// picture that is larger than its light version, help, and no stolen page scroll.
import type { Locator, Page } from '@playwright/test'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { RESULT_TEXTS } from '#rulebook/runs/run-texts.ts'
import { expectAccessible } from './accessible.ts'
import { chooseMode, placesOfPictures, press, runOver, showResult, stage, zoomPercent } from './compare-steps.ts'
import { dragByMouse, handle, handlePercent } from './first-run.ts'
import { expect, test } from './journey-test.ts'
import { origin, register } from './person.ts'

const SMALL = { width: 1200, height: 800 }
/** Longer than the light version of 4096 pixels, with few pixels to compute. */
const WIDE = { width: 6400, height: 420 }

const comparisonTools = (page: Page): Locator[] => [
  stage(page),
  page.getByRole('radiogroup', { name: COMPARE_TEXTS.mode }),
  ...[COMPARE_TEXTS.fit, COMPARE_TEXTS.actualSize, COMPARE_TEXTS.fullScreen].map((name) =>
    page.getByRole('button', { name, exact: true }),
  ),
]

test('[PROD-05] after a run the slider stands beside the download; mouse and wheel', async ({ page, context }) => {
  await (await register()).enter(context)
  await showResult(page, SMALL)
  await expect(page.getByRole('link', { name: '保存图片' })).toBeVisible()
  // At 1440 × 900, without a scroll: the picture and every tool of the comparison.
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  for (const tool of comparisonTools(page)) await expect(tool).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('处理前 1200 × 800')).toBeVisible()
  await expect(page.getByText('处理后 1200 × 800')).toBeVisible()
  const first = await handlePercent(page)
  await dragByMouse(page)
  await expect.poll(() => handlePercent(page)).toBeGreaterThan(first + 10)

  await press(page, COMPARE_TEXTS.fit)
  await page.mouse.wheel(0, -300) // no focus on the picture: the wheel is the page's
  await expect(page.getByRole('button', { name: COMPARE_TEXTS.fit })).toHaveAttribute('aria-pressed', 'true')
  await stage(page).focus()
  await stage(page).hover()
  await page.mouse.wheel(0, -600)
  await expect(page.getByRole('button', { name: COMPARE_TEXTS.fit })).toHaveAttribute('aria-pressed', 'false')
  await press(page, COMPARE_TEXTS.actualSize)
  await zoomPercent(page, 100)
  const [before, after] = await placesOfPictures(page)
  expect(before?.slice(2)).toEqual([SMALL.width, SMALL.height])
  expect(after).toEqual(before)
  await press(page, COMPARE_TEXTS.fit)

  // On paper: the picture and what is known of the result, nothing that can only be pressed.
  await page.emulateMedia({ media: 'print' })
  await expect(stage(page).locator('img').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: RESULT_TEXTS.title })).toBeVisible()
  await expect(page.getByText(RESULT_TEXTS.facts.file)).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link', { name: '保存图片' })).toHaveCount(0)
})

test('by keyboard alone: zoom, pan, divider, modes, held look, help; accessible in each mode', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await showResult(page, SMALL)
  const key = (name: string) => page.keyboard.press(name)
  await stage(page).focus()
  await key('ArrowRight')
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '52')
  await key('[')
  await expect(handle(page)).toHaveAttribute('aria-valuetext', '左侧 50% 为处理前')
  await key('2')
  await zoomPercent(page, 200)
  await expect(page.locator('[data-world][data-sharp]')).toHaveCount(2)
  const [start] = await placesOfPictures(page)
  await key('ArrowRight')
  await expect.poll(async () => (await placesOfPictures(page))[0]?.[0]).toBeLessThan(start![0]!)
  await page.keyboard.down('Space')
  await expect(page.locator('[data-curtain]')).toBeHidden()
  await page.keyboard.up('Space')
  await expect(page.locator('[data-curtain]')).toBeVisible()
  await key('m')
  await expect(page.getByRole('radio', { name: COMPARE_TEXTS.sideBySide })).toBeChecked()
  await expect(page.locator('[data-world]')).toHaveCount(2)
  const [left, right] = await placesOfPictures(page)
  expect(right).toEqual(left)
  await key('?')
  const help = page.getByRole('dialog', { name: COMPARE_TEXTS.help })
  await expect(help.getByRole('button', { name: COMPARE_TEXTS.helpClose })).toBeFocused()
  await expectAccessible(page, 'help of the compare view')
  await key('Escape')
  await expect(help).toHaveCount(0)
  await expect(stage(page)).toBeFocused()
  await key('0')
  for (const mode of [COMPARE_TEXTS.slider, COMPARE_TEXTS.flash, COMPARE_TEXTS.difference]) {
    await chooseMode(page, mode)
    await expectAccessible(page, `compare view: ${mode}`)
  }
  await expect(page.getByText('亮度已放大 8 倍')).toBeVisible()
  await page.getByRole('radiogroup', { name: COMPARE_TEXTS.gain }).getByText('×32').click()
  await expect(page.getByText('亮度已放大 32 倍')).toBeVisible()
})

test('full screen by key and by button, and back by Escape', async ({ page, context }) => {
  await (await register()).enter(context)
  await showResult(page, SMALL)
  const widthOfStage = async () => (await stage(page).boundingBox())!.width
  const usual = await widthOfStage()
  await stage(page).focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: COMPARE_TEXTS.leaveFullScreen })).toBeVisible()
  await expect.poll(widthOfStage).toBeGreaterThan(usual * 1.3)
  await expectAccessible(page, 'compare view, full screen')
  await page.keyboard.press('Escape')
  await expect.poll(widthOfStage).toBe(usual)
  await press(page, COMPARE_TEXTS.fullScreen)
  await expect.poll(widthOfStage).toBeGreaterThan(usual * 1.3)
  await press(page, COMPARE_TEXTS.leaveFullScreen)
  await expect.poll(widthOfStage).toBe(usual)
})

test('a large pair is seen in its own pixels: only the tiles in the window are loaded', async ({ page, context }) => {
  const person = await register()
  await person.enter(context)
  const name = await runOver(person, origin(), WIDE)
  const loaded = new Set<string>()
  page.on('request', (request) => {
    if (/(%2F|\/)tiles(%2F|\/)\d/.test(request.url())) loaded.add(request.url())
  })
  await page.goto('/profile/history')
  await page.getByRole('button', { name: `对比 ${name} 处理前后` }).click()
  await expect(handle(page)).toBeVisible()
  await expect(page.locator('[data-world] img').first()).toBeVisible()
  expect(await page.locator('[data-tile]').count()).toBe(0)
  await press(page, COMPARE_TEXTS.actualSize)
  await expect(page.locator('[data-detail="tiles"]')).toHaveCount(2)
  const tiles = page.locator('[data-tile]')
  await expect.poll(() => tiles.count()).toBeGreaterThan(1)
  const all = 2 * Math.ceil(WIDE.width / 1024)
  expect(await tiles.count()).toBeLessThan(all)
  // 100 % is one picture pixel per device pixel.
  const natural = await tiles.first().evaluate(async (tile: HTMLImageElement) => {
    await tile.decode()
    return Math.abs(tile.naturalWidth - tile.getBoundingClientRect().width * devicePixelRatio)
  })
  expect(natural).toBeLessThan(0.1)
  expect(loaded.size).toBeGreaterThan(1)
  expect(loaded.size).toBeLessThan(all)
})
