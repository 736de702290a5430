// First paint and moves of the open pages and a tool page as a slow phone sees them, and the time of navigations after the first
// (LCP at most 1.8 s, CLS 0, navigation at most 100 ms). `npx node bench/page-paint.ts [runs]` after `npm run build`.
// Real Chromium, 360 px, processor slowed four times, 1.6 Mbit/s with 150 ms round trip (the figures of Lighthouse's mobile preset;
// the line is slowed for real here, not estimated afterwards). Navigations are measured without the slow line.
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../e2e/chromium.ts'
import { register } from '../e2e/person.ts'
import { startService } from '../e2e/service.ts'
import { MODELS } from '../src/rulebook/tools/catalogue.ts'
import { newPhone } from './page-phone.ts'
import { quantile } from './statistics.ts'
import { loadLine } from './web-service.ts'

const TOOL = MODELS[0]!.route
const PAGES = ['/', '/ai', TOOL]
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SETTLE_MS = 1500
const runs = Number(process.argv[2] ?? 3)

interface Paint {
  readonly lcpMs: number
  readonly cls: number
}

console.log(loadLine())
const service = await startService()
process.env.E2E_ORIGIN = service.origin
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS })
try {
  const person = await register()
  for (const path of PAGES) {
    const paints: Paint[] = []
    for (let run = 0; run < runs; run++) {
      const page = await phonePage(browser)
      if (path === TOOL) await person.enter(page.context())
      paints.push(await paintOf(page, service.origin + path))
      await page.context().close()
    }
    const lcp = paints.map(({ lcpMs }) => lcpMs)
    console.log(
      `${path}: LCP median ${Math.round(quantile(lcp, 0.5))} ms (${lcp.map(Math.round).join(' ')}), CLS ${paints.map(({ cls }) => cls.toFixed(3)).join(' ')}`,
    )
  }
  await navigations(browser, service.origin)
} finally {
  await browser.close()
  await service.stop()
}

async function phonePage(browser: Browser): Promise<Page> {
  const context = await newPhone(browser)
  const page = await context.newPage()
  await page.addInitScript(() => {
    const paint = { lcpMs: 0, cls: 0 }
    Object.assign(window, { paint })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) paint.lcpMs = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!shift.hadRecentInput) paint.cls += shift.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return page
}

async function paintOf(page: Page, address: string): Promise<Paint> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', SLOW_LINE)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => (window as unknown as { paint: Paint }).paint)
}

/** From the press to the next page's heading, in the page's own clock. */
async function navigations(browser: Browser, origin: string): Promise<void> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })).newPage()
  await page.goto(`${origin}/ai`, { waitUntil: 'networkidle' })
  // The program that moves between pages starts with the first sign of a person (decision 0017).
  await page.mouse.move(100, 200)
  await page.locator('html[data-program="running"]').waitFor()
  const there = async (path: string) => {
    await page.locator(`a[href="${path}"]`).first().hover()
    return page.evaluate(async (target) => {
      const before = document.querySelector('h1')
      const startedAt = performance.now()
      document.querySelector<HTMLAnchorElement>(`a[href="${target}"]`)!.click()
      while (location.pathname !== target || document.querySelector('h1') === before)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - startedAt
    }, path)
  }
  const times: string[] = []
  for (const path of [
    '/terms-of-service',
    '/privacy-policy',
    '/terms-of-service',
    '/privacy-policy',
    '/',
    '/terms-of-service',
    '/',
  ])
    times.push(`${path} ${Math.round(await there(path))}`)
  console.log(`navigation, ms: ${times.join(', ')}`)
  await page.context().close()
}
