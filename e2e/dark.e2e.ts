// Every address of the site map in the dark, as somebody sees it who has chosen it (decision 0092): 4.5:1. The further states of a page are
// asked by the journeys that lead to them (accessible.ts).
import type { Page } from '@playwright/test'
import { APP_SETTINGS_KEY } from '#rulebook/pictures/browser-storage.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS, routeOf } from '#rulebook/site/site-map.ts'
import { OFFLINE_PATH } from '../src/app/offline/worker-messages.ts'
import { AXE, contrastViolations } from './accessible.ts'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, signIn } from './person.ts'
import { go, heading, main } from './place.ts'

const PHONE = { width: 360, height: 740 }
const addressesFor = (isWanted: (access: string) => boolean) =>
  Object.values(PATHS).filter((path) => routeOf(path).page && isWanted(routeOf(path).access))
/** What stands there without a query leads on. */
const QUERIES: Readonly<Record<string, string>> = {
  [PATHS.callback]: '?error=access_denied',
  [PATHS.profileOrder]: '?order=aaaaaaaa-1111-4222-8333-555555555555',
}
const OPEN_PAGES = [...addressesFor((access) => access === 'open'), '/no-such-page']
/** One page of each kind of tool besides. */
const OTHER_PAGES = [
  ...addressesFor((access) => access !== 'open'),
  '/ai/denoise/normal',
  '/ai/enhance/generative/redefine',
  '/ai/denoise/no-such-model',
]

async function expectReadable(page: Page, state: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme), state).toBe('dark')
  expect(await contrastViolations(page), state).toEqual([])
}

async function expectAllReadable(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(AXE)
  for (const address of addresses) {
    const left = await heading(page).allTextContents()
    await go(page, address + (QUERIES[address] ?? ''))
    await expect.poll(() => heading(page).allTextContents(), { message: address }).not.toEqual(left)
    await expect(heading(page), address).toBeVisible()
    await expect(main(page).locator('.mantine-Skeleton-root'), address).toHaveCount(0)
    await expectReadable(page, address)
  }
}

test('every page of a visitor, an account and the back office, and the open menus, can be read in the dark', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/Unknown model route/, /status of 404.*billing\/order/, /ERR_FAILED.*healthz/)
  await page.goto(PATHS.login)
  await expect(page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).first()).toBeVisible()
  // As the switch of the profile does it.
  await page.evaluate((key) => {
    localStorage.setItem(key, JSON.stringify({ theme: 'dark', language: 'zh-CN' }))
    dispatchEvent(new Event('app-settings'))
  }, APP_SETTINGS_KEY)
  await expectAllReadable(page, OPEN_PAGES)
  await (await signIn(ADMIN_EMAIL)).enter(context)
  await page.goto('/ai/sharpen/standard/standard')
  const menu = page.getByRole('button', { name: new RegExp(SHELL_TEXTS.userMenu) })
  await expect(menu).toBeVisible()
  await expectAllReadable(page, OTHER_PAGES)
  await menu.click()
  await expectReadable(page, 'menu of the person')
  await page.getByRole('button', { name: 'AI 工具' }).click()
  await expectReadable(page, 'menu of the tools')
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: SHELL_TEXTS.openMenu }).click()
  await expectReadable(page, 'menu of a phone')
  // It goes on by itself once the service answers.
  await page.route('**/healthz', (route) => route.abort())
  await page.goto(OFFLINE_PATH)
  await page.evaluate(AXE)
  await expect(page.locator('html')).toHaveClass('dark')
  expect(await contrastViolations(page), 'without a network').toEqual([])
})
