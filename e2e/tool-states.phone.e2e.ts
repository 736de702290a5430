// A tool page on a phone beside the plain way: the start within reach, the result in a chat app, a layout that
// stays within 360 pixels.
import type { Page } from '@playwright/test'
import { MODEL_WORK } from '#rulebook/runs/model-work.ts'
import { expect, test } from './journey-test.ts'
import { origin, register } from './person.ts'
import { picture } from './picture.ts'
import { expectFlow, FAST_TOOL, holdPicture, openTool, startButton } from './tool-steps.ts'

const expectNothingSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

test('the start is within reach as soon as there is a picture, below what the tool will do; once there is a result, saving it takes its place', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page)
  await expect(page.getByRole('button', { name: '拍照' })).toBeVisible()
  const neighbours = page.getByRole('navigation', { name: '降噪' })
  const place = await neighbours.boundingBox()
  await holdPicture(page, await picture({ width: 600, height: 900 }))
  await expect(startButton(page)).toBeInViewport()
  // The time stands in the head now, shorter than before: nothing below has moved.
  await expect(page.getByText(/^通常约 \d+ 秒$/)).toBeVisible()
  expect(await neighbours.boundingBox()).toEqual(place)
  await expect(page.getByText(MODEL_WORK[FAST_TOOL]!)).toBeVisible()
  await expectNothingSideways(page)
  await startButton(page).tap()
  await expectFlow(page, 'processing')
  await expect(page.getByText('可以离开本页')).toBeInViewport()
  await expectFlow(page, 'result')
  const download = page.getByRole('link', { name: '保存图片' })
  for (const top of [0, 400, 9999]) {
    await page.evaluate((y) => scrollTo(0, y), top)
    await expect(download).toBeInViewport({ ratio: 1 })
  }
  await page.evaluate(() => scrollTo(0, 0))
  await expect(startButton(page)).not.toBeInViewport()
  await page.getByRole('button', { name: '换个效果' }).tap()
  await expect(page.getByRole('link', { name: /^强力降噪.*积分/ }).last()).toBeVisible()
  await expectNothingSideways(page)
})

test.describe('inside WeChat', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
  })

  test('the result is a plain picture of our own origin, to press long', async ({ page, context }) => {
    await (await register()).enter(context)
    await openTool(page)
    await holdPicture(page, await picture({ name: 'moments.jpg' }))
    await startButton(page).tap()
    await expectFlow(page, 'result')
    const shown = page.getByRole('img', { name: 'moments.jpg 的处理结果' })
    await shown.scrollIntoViewIfNeeded()
    await expect(page.getByText('长按保存图片')).toBeVisible()
    const facts = await shown.evaluate((image: HTMLImageElement) => [image.src, image.complete && image.naturalWidth])
    expect(facts).toEqual([expect.stringMatching(`^${origin()}/`), 240])
    await expectNothingSideways(page)
  })
})
