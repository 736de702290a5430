// The before/after view with fingers at 360 pixels: the picture lets the page scroll, the handle and a pinch work, everything fits.
import type { Page } from '@playwright/test'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { chooseMode, placesOfPictures, press, showResult, stage, zoomPercent } from './compare-steps.ts'
import { dragByTouch, handlePercent } from './first-run.ts'
import { expect, test } from './journey-test.ts'
import { register } from './person.ts'

interface Finger {
  readonly x: number
  readonly y: number
}
async function touch(page: Page, steps: readonly (readonly Finger[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const [index, touchPoints] of steps.entries())
    await session.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: touchPoints.map((finger, id) => ({ ...finger, id })),
    })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('[PROD-05] by touch: the page scrolls over the picture, the handle drags, a pinch zooms, all targets are large', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await showResult(page, { width: 900, height: 600 })
  await stage(page).scrollIntoViewIfNeeded()
  const box = (await stage(page).boundingBox())!
  const [x, y] = [box.x + 60, box.y + box.height - 30]
  const scroll = () => page.evaluate(() => scrollY)
  const [scrolledFrom, fractionFrom] = [await scroll(), await handlePercent(page)]
  const up = scrolledFrom > 60 ? 1 : -1
  await touch(
    page,
    [0, 20, 40, 60, 80, 100].map((by) => [{ x, y: y + up * by * 0.8 }]),
  )
  await expect.poll(scroll).not.toBe(scrolledFrom)
  // The page runs on for a moment, and a finger that comes then finds another place.
  await expect
    .poll(async () => {
      const at = await scroll()
      await new Promise((resolve) => setTimeout(resolve, 200))
      return (await scroll()) === at
    })
    .toBe(true)
  expect(await handlePercent(page)).toBe(fractionFrom)

  await dragByTouch(page)
  await expect.poll(() => handlePercent(page)).toBeGreaterThan(fractionFrom + 5)
  const at = (await stage(page).boundingBox())!
  const middle = { x: at.x + at.width / 2, y: at.y + 30 }
  await touch(
    page,
    [20, 30, 45, 60].map((spread) => [
      { x: middle.x - spread, y: middle.y },
      { x: middle.x + spread, y: middle.y },
    ]),
  )
  await expect(page.getByRole('button', { name: COMPARE_TEXTS.fit })).toHaveAttribute('aria-pressed', 'false')
  await press(page, COMPARE_TEXTS.actualSize)
  await zoomPercent(page, 100)
  await press(page, COMPARE_TEXTS.fit)

  for (const mode of [COMPARE_TEXTS.sideBySide, COMPARE_TEXTS.flash, COMPARE_TEXTS.difference, COMPARE_TEXTS.slider]) {
    await chooseMode(page, mode)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
  for (const name of [COMPARE_TEXTS.fit, COMPARE_TEXTS.actualSize, COMPARE_TEXTS.fullScreen, COMPARE_TEXTS.help]) {
    const target = (await page.getByRole('button', { name, exact: true }).boundingBox())!
    expect([name, target.width >= 44, target.height >= 44]).toEqual([name, true, true])
  }
})

test('zoomed in, one finger moves the picture and the page scrolls beside it; a rotation fits the picture again', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await showResult(page, { width: 1200, height: 800 })
  await stage(page).scrollIntoViewIfNeeded()
  await press(page, COMPARE_TEXTS.doubleSize)
  await zoomPercent(page, 200)
  const box = (await stage(page).boundingBox())!
  const scroll = () => page.evaluate(() => scrollY)
  const [scrolledFrom, [from]] = [await scroll(), await placesOfPictures(page)]
  const { x, y } = { x: box.x + 60, y: box.y + 40 }
  await touch(
    page,
    [0, 20, 40, 60].map((by) => [{ x: x + by, y: y + by }]),
  )
  await expect.poll(async () => (await placesOfPictures(page))[0]).toEqual([from![0]! + 60, from![1]! + 60, 1200, 800])
  expect(await scroll()).toBe(scrolledFrom)
  const up = scrolledFrom > 60 ? 1 : -1
  await touch(
    page,
    [0, 30, 60, 90].map((by) => [{ x: 6, y: y + 40 + up * by }]),
  )
  await expect.poll(scroll).not.toBe(scrolledFrom)

  await press(page, COMPARE_TEXTS.fit)
  await stage(page).focus()
  await page.keyboard.press('+')
  for (const size of [
    { width: 740, height: 360 },
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => {
        const [[left = 0, top = 0, width = 0, height = 0] = []] = await placesOfPictures(page)
        const pane = (await stage(page).boundingBox())!
        // As wide or as high as its window, or larger; never a small picture in a large window.
        return width > pane.width - 2 || height > pane.height - 2 ? 'filled' : `${left} ${top} ${width} ${height}`
      })
      .toBe('filled')
  }
  await chooseMode(page, COMPARE_TEXTS.sideBySide)
  await page.setViewportSize({ width: 740, height: 360 })
  const panes = stage(page).locator('[class*="pane"]')
  const tops = async () => Promise.all((await panes.all()).map(async (pane) => (await pane.boundingBox())!.y))
  await expect.poll(async () => new Set(await tops()).size).toBe(1) // beside each other on a phone that lies
})
