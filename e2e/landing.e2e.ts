// From the first look to a picture in a tool: the landing page's samples, the home uploader without an account, the catalogue, the
// sign-in, and the picture is still there (document 1 §2, §9; C-19, C-36).
import type { Locator, Page } from '@playwright/test'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { expect, test } from './journey-test.ts'
import { expectStays, runUntil, stopClock } from './page-clock.ts'
import { freshEmail, PASSWORD, register } from './person.ts'
import { picture } from './picture.ts'
import { expectFlow, startButton } from './tool-steps.ts'

/** Drags the line between original and result, and sees that the original ends there. */
async function dragLine(page: Page, sample: Locator, to: number): Promise<void> {
  const { x, y, width, height } = (await sample.boundingBox())!
  await page.mouse.move(x + width * 0.4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * to, y + height / 2, { steps: 4 })
  await page.mouse.up()
  const clip = await sample.locator('picture[data-side="before"]').evaluate((one) => getComputedStyle(one).clipPath)
  expect(clip).toMatch(new RegExp(`inset\\(0px calc\\(100% - ${to * 100}|inset\\(0px ${Math.round(100 - to * 100)}`))
}

/** Answers where the page has been from now on: one place after a jump, many after a glide. */
async function scrollPositions(page: Page): Promise<() => Promise<number[]>> {
  const seen = await page.evaluateHandle(() => {
    const positions: number[] = []
    addEventListener('scroll', () => positions.push(scrollY))
    return positions
  })
  return () => seen.jsonValue()
}

/** Which picture is seen near the right edge, where the line never rests. */
const seenAtRight = (sample: Locator) =>
  sample.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width * 0.9, top + height / 2)
    return seen?.closest<HTMLElement>('picture')?.dataset.side
  })

/** Where the page is scrolled to by each hero's second button. */
const SECOND_BUTTONS = {
  'low-resolution': '#pricing',
  cgi: '#features',
  'high-fidelity': '#pricing',
  'text-refine': '#features',
  denoise: '#pricing',
  restore: '#features',
  lighting: '#pricing',
} as const

test('[LAND-11] a press on the picture of any hero shows the original, another the processed state', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator('[data-hero]')).toHaveCount(7)
  for (const hero of Object.keys(SECOND_BUTTONS)) {
    const figure = page.locator(`[data-hero="${hero}"] figure`)
    const [sample, shown] = [figure.getByRole('button'), figure.getByRole('img')]
    await sample.scrollIntoViewIfNeeded()
    await expect(shown, hero).toHaveAttribute('alt', /，处理后$/)
    for (const [side, name] of [
      ['before', /，原图$/],
      ['after', /，处理后$/],
    ] as const) {
      await sample.click()
      await expect(shown, hero).toHaveAttribute('alt', name)
      await expect.poll(() => seenAtRight(sample), { message: hero }).toBe(side)
    }
  }
})

test('[LAND-10] [LAND-11] samples toggle by mouse and keyboard, show more of the original where the line is dragged to, load without moving the page, and glide to the features and the prices', async ({
  page,
}) => {
  await page.goto('/')
  const hero = page.locator('[data-hero="denoise"]')
  await hero.scrollIntoViewIfNeeded()
  const shown = hero.getByRole('img')
  await expect(shown).toHaveAttribute('alt', '旧金山的夜景，处理后')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await hero.getByRole('button').click()
  await expect(shown).toHaveAttribute('alt', '旧金山的夜景，原图')
  await page.keyboard.press('Enter')
  await expect(shown).toHaveAttribute('alt', '旧金山的夜景，处理后')
  await dragLine(page, hero.getByRole('button'), 0.8)
  await expect(shown).toHaveAttribute('alt', '旧金山的夜景，处理后')
  const targets = await page
    .locator('[data-hero] a[href^="#"]')
    .evaluateAll((links) =>
      links.map((link) => [link.closest<HTMLElement>('[data-hero]')!.dataset.hero, link.getAttribute('href')]),
    )
  expect(targets).toEqual(Object.entries(SECOND_BUTTONS))
  for (const [name, label, section] of [
    ['restore', '查看全部功能', '#features'],
    ['denoise', '查看价格', '#pricing'],
  ] as const) {
    const button = page.locator(`[data-hero="${name}"]`).getByRole('link', { name: label })
    await button.scrollIntoViewIfNeeded()
    const positions = await scrollPositions(page)
    await button.click()
    const topOf = () => page.locator(section).evaluate((one) => Math.abs(one.getBoundingClientRect().top))
    await expect.poll(topOf, { message: section }).toBeLessThan(120)
    expect(new Set(await positions()).size).toBeGreaterThan(3)
  }
  expect(new URL(page.url()).pathname).toBe('/')
})

test('[LAND-39] 500 ms after the upload succeeded /ai opens, for a visitor and for who is signed in', async ({
  visit,
}) => {
  for (const page of [await visit(), await visit(await register())]) {
    let send: (() => void) | undefined
    await page.route(/\/api\/(trial-)?uploads$/, async (route) => {
      await new Promise<void>((resolve) => (send = resolve))
      await route.continue()
    })
    await stopClock(page)
    await page.goto('/')
    await page.getByLabel(HOME_UPLOADER_TEXTS.label).setInputFiles(await picture())
    await runUntil(page, async () => send !== undefined)
    // From here on the clock stands: what the answer brings about begins at this moment.
    send!()
    await expect(page.getByText(HOME_UPLOADER_TEXTS.done)).toBeVisible()
    await expectStays(page, 499)
    await page.clock.runFor(1)
    await expect(page).toHaveURL(/\/ai$/)
  }
})

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [360, 740],
] as const)
  test(`the way in is on the first screen, whole, at ${width} px, and a refusal names the file`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const choose = page.getByText(HOME_UPLOADER_TEXTS.choose, { exact: true })
    await expect(choose).toBeInViewport({ ratio: 1 })
    // A mouse can drag.
    await expect(page.getByText(HOME_UPLOADER_TEXTS.drop)).toBeVisible()
    await page
      .getByLabel(HOME_UPLOADER_TEXTS.label)
      .setInputFiles({ name: '笔记.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3000) })
    const problem = page.getByRole('alert')
    await expect(problem).toContainText('文件：笔记.txt（3 KB）')
    await expect(problem).toBeInViewport({ ratio: 1 })
    await expect(choose).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

test('[CATALOGUE-11] [MODEL-04] a picture uploaded without an account is there in the tool after the sign-in', async ({
  page,
}) => {
  const email = freshEmail()
  await register(email)
  await page.goto('/')
  const field = page.getByLabel('选择一张照片开始')
  await expect(field).toBeInViewport()
  // At once, before the program of the prerendered page is there.
  await field.setInputFiles(await picture({ name: '全家福.jpg' }))
  await expect(page).toHaveURL(/\/ai$/)
  const carried = page.getByRole('region', { name: '已选图片' })
  await expect(carried).toContainText('全家福.jpg')

  await page.getByRole('searchbox').fill('out of focus')
  await expect(page.getByText('找到 1 个工具')).toBeVisible()
  await page.getByRole('searchbox').fill('标准降噪')
  await page.getByRole('link', { name: /^标准降噪/ }).click()
  await expect(page).toHaveURL(/\/auth\/login\?.*redirect=/)
  await page.getByLabel('邮箱').fill(email)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/ai\/denoise\/normal$/)
  await expectFlow(page, 'held')
  await expect(page.getByText('全家福.jpg')).toBeVisible()
  await expect(startButton(page)).toBeEnabled()
})
