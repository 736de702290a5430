// What a phone squeezes: the head with letters twice as large, and a file name that no row has room for.
import type { Locator } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { origin, register } from './person.ts'
import { picture } from './picture.ts'
import { uploadOver } from './tool-steps.ts'

const LONG_NAME =
  '2026 年春节全家在外婆家院子里的合影（扫描件，第二次修复，最终版，请勿删除）-IMG_20260214_193355_HDR.jpg'

const boxOf = async (place: Locator) => (await place.boundingBox())!

test('a long name takes two lines and is whole at a touch; with letters twice as large nothing leaves the head or lies on something else', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await uploadOver(person, await picture({ name: LONG_NAME }), origin())
  await page.goto('/profile/history')
  const name = page.getByRole('main').getByRole('listitem').getByText(LONG_NAME, { exact: true })
  const lineHeight = await name.evaluate((text) => Number.parseFloat(getComputedStyle(text).lineHeight))
  expect((await boxOf(name)).height).toBeLessThan(2.5 * lineHeight)
  await name.tap()
  await expect(page.getByRole('tooltip')).toHaveText(LONG_NAME)

  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const head = page.getByRole('banner')
  const { y, height } = await boxOf(head)
  const places = [
    head.locator('a[aria-label^="焕影"] svg'),
    head.getByRole('link', { name: /剩余积分/ }),
    head.getByRole('button', { name: /用户菜单/ }),
    head.getByRole('button', { name: '打开菜单' }),
  ]
  let right = 0
  for (const place of places) {
    const box = await boxOf(place)
    expect(box.x).toBeGreaterThanOrEqual(right)
    expect(box.y).toBeGreaterThanOrEqual(y)
    expect(box.y + box.height).toBeLessThanOrEqual(y + height)
    right = box.x + box.width
  }
  expect(right).toBeLessThanOrEqual(360)
  // Its name has fallen out of sight, whole.
  const logo = await boxOf(head.locator('a[aria-label^="焕影"]'))
  expect((await boxOf(head.getByText('焕影', { exact: true }))).y).toBeGreaterThanOrEqual(logo.y + logo.height)
})
