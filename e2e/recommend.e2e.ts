// Which tool would help a picture, and why: on a tool page, and for somebody who does not know which tool to take.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { balanceOf, PASSWORD, register } from './person.ts'
import { type PictureFile, picture } from './picture.ts'
import { expectFlow, holdPicture, openTool } from './tool-steps.ts'

/** The look takes its turn behind other work of the machine. */
const LOOK_TIMEOUT_MS = 90_000
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const

/** Strong colour noise, which anybody would call noise. */
async function noisyPicture(): Promise<PictureFile> {
  const size = { width: 1200, height: 900 }
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = await sharp({ create: { ...size, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer()
  const { buffer } = await picture({ ...size, format: 'png' })
  const mixed = await sharp(buffer)
    .composite([{ input: grain, blend: 'overlay' }])
    .jpeg({ quality: 95 })
    .toBuffer()
  return { name: 'noisy.jpg', mimeType: 'image/jpeg', buffer: mixed }
}

/** Small, dark, strongly noisy: three tools. */
const RUIN = {
  noiseSigma: 30,
  blurSigma: 0,
  jpegQuality: 95,
  width: 800,
  height: 600,
  lumaLow: 0,
  lumaMedian: 0.05,
  lumaHigh: 0.3,
}

const suggestions = (page: Page) => page.getByRole('region', { name: RECOMMENDATION_TEXTS.label })

for (const size of SIZES)
  test(`a tool page names a better tool and takes the picture there by keyboard, at ${size.width} px`, async ({
    page,
    context,
  }) => {
    test.setTimeout(300_000)
    const person = await register()
    await person.enter(context)
    await page.setViewportSize(size)
    await openTool(page, 'sharpen/standard/natural')
    await holdPicture(page, await noisyPicture())
    const better = suggestions(page).getByRole('link', { name: /降噪.*2 积分.*噪点，先降噪更干净/ })
    await expect(better).toBeVisible({ timeout: LOOK_TIMEOUT_MS })
    await expect(suggestions(page).getByRole('heading')).toHaveText(RECOMMENDATION_TEXTS.better)
    if (size.width === 1440) await expectAccessible(page, 'a better tool')
    await better.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/降噪/)
    await expectFlow(page, 'held')
    await expect(page.getByText('noisy.jpg')).toBeVisible()
    await expect(suggestions(page).getByRole('heading')).toHaveText(
      new RegExp(`^${RECOMMENDATION_TEXTS.fits}|^${RECOMMENDATION_TEXTS.fitsAnd}`),
    )
    expect(await balanceOf(person)).toBe(5)
  })

test('on a phone the answer comes without moving the parameters below it', async ({ page, context }) => {
  test.setTimeout(240_000)
  await (await register()).enter(context)
  await page.setViewportSize(SIZES[1])
  await openTool(page, 'sharpen/standard/natural')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/uploads\/estimates/, async (route) => {
    await asked
    await route.fulfill({ json: { json: { estimates: RUIN } } })
  })
  await holdPicture(page)
  await expect(page.getByText(RECOMMENDATION_TEXTS.measuring)).toBeVisible({ timeout: LOOK_TIMEOUT_MS })
  const panel = page.getByRole('heading', { name: '效果设置' })
  const before = (await panel.boundingBox())!.y + (await page.evaluate(() => window.scrollY))
  answer()
  await expect(suggestions(page)).toBeVisible({ timeout: LOOK_TIMEOUT_MS })
  const after = (await panel.boundingBox())!.y + (await page.evaluate(() => window.scrollY))
  expect(Math.abs(after - before)).toBeLessThan(1)
  await expect(suggestions(page).getByRole('link')).toHaveCount(1)
  await suggestions(page).getByRole('button', { name: '另有 2 个' }).press('Enter')
  await expect(suggestions(page).getByRole('link')).toHaveCount(3)
  await expectAccessible(page, 'all suggestions on a phone')
})

test('somebody who does not know which tool to take sends a picture, signs in, and is told', async ({ page }) => {
  test.setTimeout(300_000)
  const { email } = await register()
  await page.goto('/ai')
  await expect(page.getByText(RECOMMENDATION_TEXTS.ask)).toBeVisible()
  await page.getByLabel(HOME_UPLOADER_TEXTS.label).setInputFiles(await noisyPicture())
  const signIn = page.getByRole('link', { name: RECOMMENDATION_TEXTS.signIn })
  await expect(signIn).toBeVisible({ timeout: LOOK_TIMEOUT_MS })
  await expectAccessible(page, 'catalogue of a visitor with a picture')
  await signIn.click()
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/ai$/, { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: RECOMMENDATION_TEXTS.forPicture })).toBeVisible({
    timeout: LOOK_TIMEOUT_MS,
  })
  await expect(page.getByText(RECOMMENDATION_TEXTS.free)).toBeVisible()
  await expectAccessible(page, 'catalogue with recommended tools')
  await page.getByRole('region', { name: RECOMMENDATION_TEXTS.forPicture }).getByRole('link', { name: /降噪/ }).click()
  await expectFlow(page, 'held')
  await expect(page.getByText('noisy.jpg')).toBeVisible()
})
