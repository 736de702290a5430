// axe-core over a page at the three widths of the design, and no sideways scrolling at any of them. A journey that is walked at several
// widths meets each of its states again: all widths have been measured by then.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'

/** What a page must have run before `violations`. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
] as const

const WIDTHS = new RegExp(`\\b(${SIZES.map(({ width }) => width).join('|')})\\b`, 'g')

/** States that were measured, and by which walk of their journey. */
const measured = new Map<string, string>()

/** Ends at the width it found. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const { titlePath, testId } = test.info()
  const key = [...titlePath, state].join('\n').replace(WIDTHS, '')
  if ((measured.get(key) ?? testId) !== testId) return
  await expectAccessibleAtAllWidths(page, state)
  measured.set(key, testId)
}

async function expectAccessibleAtAllWidths(page: Page, state: string): Promise<void> {
  const before = page.viewportSize() ?? SIZES[0]
  // A browser that shows one element on the whole screen lets nobody change its size.
  const isFullScreen = await page.evaluate(() => document.fullscreenElement !== null)
  await page.evaluate(AXE)
  for (const size of isFullScreen ? [before] : SIZES) {
    if (!isFullScreen) await page.setViewportSize(size)
    await untilStill(page)
    expect(await violations(page), `${state} at ${size.width}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(size.width)
  }
  if (!isFullScreen) await page.setViewportSize(before)
  expect(await violationsInTheDark(page), `${state} in the dark`).toEqual([])
}

/** Described in the page: all that passed would have to travel, too. */
export const violations = (page: Page, only = ''): Promise<string[]> =>
  page.evaluate(`axe
    .run({ resultTypes: ['violations'], preload: false, ${only} })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`)

/** Only colours differ there. Pages that the server writes go by the device. */
async function violationsInTheDark(page: Page): Promise<string[]> {
  const paint = async (scheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), scheme)
  }
  await paint('dark')
  const found = await contrastViolations(page)
  await paint('light')
  return found
}

/** Violations in the scheme that is shown. */
export async function contrastViolations(page: Page): Promise<string[]> {
  await untilStill(page)
  return violations(page, `runOnly: ['color-contrast']`)
}

/** A notice that fades in is measured when it stands, a table that is asked for anew when it is there; what turns for ever is no change. */
const untilStill = (page: Page) =>
  page.waitForFunction(
    () =>
      !document.querySelector('[data-stale]') &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
  )
