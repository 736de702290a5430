// A free look before a run (decision 0099): a visitor's on the catalogue page, a person's on a tool page, and that it shows what the run gives.
import type { Page, Response } from '@playwright/test'
import sharp from 'sharp'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { PATCH_TEXTS } from '#rulebook/runs/patches.ts'
import { RECOMMENDATION_TEXTS } from '#rulebook/runs/recommendation-texts.ts'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { balanceOf, PASSWORD, register } from './person.ts'
import { picture } from './picture.ts'
import { expectFlow, holdPicture, openTool, startButton } from './tool-steps.ts'

/** A look takes its turn behind other work of the machine. */
const LOOK_TIMEOUT_MS = 240_000
/** Larger than a look of 512 px, so that its place is visible, and with three spots to look at (decision 0263). */
const SIZE = { width: 1640, height: 1460 }
const PHONE = { width: 360, height: 740 }

const room = (page: Page) => page.getByRole('region', { name: PATCH_TEXTS.title })
const looks = (page: Page) => room(page).getByRole('img', { name: /处理后的局部/ })

/** A press on the picture; answers the first look there. */
async function moveSpot(page: Page, x: number): Promise<Patch> {
  const place = room(page).getByRole('button', { name: PATCH_TEXTS.picture })
  const answered = page.waitForResponse(
    async (response) =>
      response.url().endsWith('/processing/drawPatch') && Math.abs((await patchOf(response)).spot.x - x) < 0.05,
    { timeout: LOOK_TIMEOUT_MS },
  )
  const box = (await place.boundingBox())!
  await place.click({ position: { x: box.width * x, y: box.height * 0.5 } })
  const patch = await patchOf(await answered)
  await expect(looks(page)).toHaveCount(3, { timeout: LOOK_TIMEOUT_MS })
  return patch
}
const patchOf = async (response: Response): Promise<Patch> => ((await response.json()) as { json: Patch }).json
interface Patch {
  readonly address: string
  readonly spot: { readonly x: number; readonly y: number }
}

test('a person tries a spot for nothing, moves it by mouse and on a phone, compares, and the run gives the same', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000)
  const person = await register()
  await person.enter(context)
  await openTool(page)
  await holdPicture(page, await picture({ ...SIZE, sigma: 25 }))
  await page.getByRole('button', { name: PATCH_TEXTS.open }).click()
  await expect(looks(page)).toHaveCount(3, { timeout: LOOK_TIMEOUT_MS })
  await expect(room(page).getByText(PATCH_TEXTS.chosen)).toBeVisible()
  await expect(room(page).getByText('每个工具可试看 3 处，看过的位置可以再看。')).toBeVisible()
  await expectAccessible(page, 'looks')

  await moveSpot(page, 0.7)
  await page.setViewportSize(PHONE)
  const patch = await moveSpot(page, 0.3)
  expect(await balanceOf(person)).toBe(5)

  await room(page).getByText(PATCH_TEXTS.original, { exact: true }).click()
  await expect(room(page).getByRole('img', { name: PATCH_TEXTS.beforeAlt })).toHaveCount(3)

  const shown = await page.request.get(patch.address)
  await startButton(page).click()
  await expectFlow(page, 'result')
  await expect(room(page)).toBeHidden()
  // The start stood far below it, and the looks between them are gone.
  await expect(page.getByRole('region', { name: COMPARE_TEXTS.label })).toBeInViewport({ ratio: 1 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /保存图片|下载/ })
      .first()
      .click(),
  ])
  const left = Math.max(0, Math.min(SIZE.width - 512, Math.round(patch.spot.x * SIZE.width - 256)))
  const top = Math.max(0, Math.min(SIZE.height - 512, Math.round(patch.spot.y * SIZE.height - 256)))
  const there = { left, top, width: 512, height: 512 }
  const [look, run] = await Promise.all([
    sharp(await shown.body())
      .extract({ left: 512, top: 0, width: 512, height: 512 })
      .raw()
      .toBuffer(),
    sharp(await download.path())
      .extract(there)
      .raw()
      .toBuffer(),
  ])
  expect(Buffer.compare(look, run)).toBe(0)
})

test('a visitor on a phone is told what helps and tries it before there is an account', async ({ page }) => {
  test.setTimeout(400_000)
  await page.setViewportSize(PHONE)
  await page.goto('/ai')
  const noisy = await picture({ ...SIZE, sigma: 40 })
  await page.getByLabel(HOME_UPLOADER_TEXTS.label).setInputFiles(noisy)
  await expect(page.getByRole('heading', { name: RECOMMENDATION_TEXTS.forPicture })).toBeVisible({
    timeout: LOOK_TIMEOUT_MS,
  })
  await page.getByRole('button', { name: PATCH_TEXTS.open }).click()
  await expect(looks(page)).toHaveCount(3, { timeout: LOOK_TIMEOUT_MS })
  await expectAccessible(page, "a visitor's looks")
  await expect(page.getByRole('link', { name: RECOMMENDATION_TEXTS.signIn })).toHaveAttribute('href', /auth\/login/)

  // The tool that convinced, the sign-in on the way, and the same picture there.
  const { email } = await register()
  await room(page)
    .getByRole('link', { name: new RegExp(PATCH_TEXTS.use) })
    .first()
    .click()
  await expect(page).toHaveURL(/\/auth\/login\?redirect=/)
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectFlow(page, 'held')
  await startButton(page).click()
  await expectFlow(page, 'result')
})
