// Delays of screens on the page's own clock, which stands still but for the steps of the test: a slow machine changes nothing.
import type { Page } from '@playwright/test'
import { expect } from './journey-test.ts'

declare global {
  interface Window {
    shownAtMs?: number
    /** Router of the running program. */
    __reactRouterDataRouter?: { readonly state: { readonly navigation: { readonly state: string } } }
  }
}

/** From the next page on, time passes only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  // TRAP: the call fails where it comes behind its instant, and a busy machine takes seconds for it. The page's clock jumps there.
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** Lets the page work until `isReached` holds: some of its steps wait for an idle moment, which is on the clock too. */
export async function runUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await isReached()).toBe(true)
  }).toPass({ intervals: [20], timeout: 30_000 })
}

/** Lets time pass and expects that the page has not begun to leave: its address changes only when the next page's program is there, off the clock. */
export async function expectStays(page: Page, forMs: number): Promise<void> {
  const address = page.url()
  await page.clock.runFor(forMs)
  expect(await page.evaluate(() => window.__reactRouterDataRouter?.state.navigation.state)).toBe('idle')
  expect(page.url()).toBe(address)
}

/** Expects that the page says this and leaves for another address after exactly `delayMs`. The clock stands. */
export async function expectLeaves(page: Page, text: string, delayMs: number, address: RegExp): Promise<void> {
  await page.addInitScript(watchFor, text)
  await page.reload()
  await runUntil(page, () => page.evaluate(() => window.shownAtMs !== undefined))
  const passedMs = await page.evaluate(() => Date.now() - window.shownAtMs!)
  await expectStays(page, delayMs - passedMs - 1)
  await page.clock.runFor(1)
  await expect(page).toHaveURL(address)
}

const watchFor = (text: string): void => {
  const look = () => {
    if (document.body?.innerText.includes(text)) window.shownAtMs ??= Date.now()
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}
