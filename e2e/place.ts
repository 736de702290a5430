// Where a page is, that it stands below the navigation, and the places in it that have a name.
import type { Locator, Page } from '@playwright/test'
import { expect } from './journey-test.ts'

export const addressOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + decodeURIComponent(search) + hash
}
export const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })
/** The page is there, below the one navigation bar that every page has. */
export async function expectAt(page: Page, address: string): Promise<void> {
  await expect.poll(() => addressOf(page), { message: address }).toBe(address)
  await expect(page.getByRole('banner'), address).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: '焕影，返回首页' }), address).toBeVisible()
}
/** Moves inside the single page as the browser's own buttons do: a load per address would only test the loading again. */
export const go = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
export const main = (page: Page) => page.getByRole('main')
/** The value under a name in a list of statistics. */
export const statText = (place: Page | Locator, name: string) =>
  place.locator('dt').getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')
