// What the light pages must keep while they load in parts: not a word in the console (warnings of hydration are words too), nothing
// that moves under the reader, nobody else asked (journey-test.ts), and a served page that is whole without script.
import { expect, test } from './journey-test.ts'

const OPEN_PAGES = ['/', '/ai', '/terms-of-service', '/privacy-policy', '/personal-information', '/auth/login']
const WIDTHS = [360, 1440]

// Blocking it is itself said in the console.
test.use({ serviceWorkers: 'allow' })

for (const width of WIDTHS) {
  test(`open pages are silent and still at ${width} px`, async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(`${page.url()}: ${message.text()}`))
    await page.addInitScript(() => {
      const moves = { sum: 0 }
      Object.assign(window, { moves })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) moves.sum += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.setViewportSize({ width, height: 800 })
    for (const path of OPEN_PAGES) {
      await page.goto(path)
      // The answer of the auth state: from here on the page is alive.
      await expect(page.getByRole('banner').locator('a[href="/auth/login"]').first()).toBeAttached()
      const moves = await page.evaluate(() => (window as unknown as { moves: { sum: number } }).moves.sum)
      expect(moves, `${path} moves`).toBeLessThan(0.01)
    }
    expect(said).toEqual([])
  })
}

test('without script the catalogue is whole and offers no search that finds nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/ai`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await context.close()
})
