// `test` of all journeys: pages of a running service that belongs to this worker alone (so that settings and figures are nobody
// else's), watched for what no page may do: a request to another host, an error in the console, a breach of the content security
// policy, an exception nobody caught.
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { type KeptContexts, keepContexts } from './kept-contexts.ts'
import { origin, type Person } from './person.ts'
import type { Service } from './service.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'

export { expect } from '@playwright/test'

/** When no journey may begin any more, in milliseconds since 1970 (scripts/test.ts). */
const endsAtMs = Number(process.env.TESTS_END_AT_MS ?? Number.POSITIVE_INFINITY)

interface Journey {
  /** Skips what would begin too late; it is named with the others that were skipped. */
  readonly beginsInTime: undefined
  /** Console errors that this test provokes, for example a refused sign-in. */
  readonly provoked: { patterns: RegExp[] }
  /** A page in a separate browser context, signed in as this person or signed out. */
  readonly visit: (person?: Person) => Promise<Page>
  /** Pages load as for somebody who was never here: nothing of them is in the browser's cache. */
  readonly isFirstVisit: boolean
  /** A context for this journey, watched until the journey ends. */
  readonly enterBrowser: () => Promise<BrowserContext>
}

export const test = base.extend<Journey, { readonly service: Service; readonly keptContexts: KeptContexts }>({
  beginsInTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use, info) => {
      info.skip(Date.now() > endsAtMs, 'no time was left for it (decision 0232)')
      await use(undefined)
    },
    { auto: true },
  ],
  keptContexts: [async ({ browser }, use) => use(keepContexts(browser)), { scope: 'worker' }],
  isFirstVisit: [false, { option: true }],
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
    async ({}, use) => {
      const service = await startServiceWithAdmin()
      process.env.E2E_ORIGIN = service.origin
      await use(service)
      try {
        await service.audit()
      } finally {
        await service.stop()
      }
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
  baseURL: async ({}, use) => use(origin()),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  provoked: async ({}, use) => use({ patterns: [] }),
  enterBrowser: async (
    {
      browser,
      keptContexts,
      isFirstVisit,
      provoked,
      baseURL,
      viewport,
      userAgent,
      isMobile,
      hasTouch,
      deviceScaleFactor,
      permissions,
      serviceWorkers,
    },
    use,
    info,
  ) => {
    // The other options are the same for all journeys.
    const options = { baseURL, viewport, userAgent, isMobile, hasTouch, deviceScaleFactor }
    const isKept = !isFirstVisit && !permissions && serviceWorkers === 'block'
    const contexts: BrowserContext[] = []
    const faults: string[][] = []
    await use(async () => {
      const context = isKept ? await keptContexts.take(options) : await browser.newContext()
      contexts.push(context)
      faults.push(watchFaults(context))
      return context
    })
    for (const context of contexts)
      await (isKept ? keptContexts.giveBack(context, info.status === info.expectedStatus) : context.close())
    assertNone(faults.flat(), provoked.patterns)
  },
  context: async ({ enterBrowser, service }, use) => {
    await use(await enterBrowser())
    const fall = service.fall()
    if (fall) throw new Error(`The service ended by itself: ${fall}`)
  },
  page: async ({ context }, use) => use(await firstPageOf(context)),
  visit: async ({ enterBrowser }, use) =>
    use(async (person) => {
      const context = await enterBrowser()
      await person?.enter(context)
      return firstPageOf(context)
    }),
})

const firstPageOf = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? context.newPage()

function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(origin()).host) faults.push(`foreign host: ${request.url()}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => faults.push(`exception: ${error.error().message}`))
  return faults
}

function assertNone(faults: readonly string[], provoked: readonly RegExp[]): void {
  const unexpected = faults.filter((fault) => !provoked.some((pattern) => pattern.test(fault)))
  if (unexpected.length > 0) throw new Error(`The pages did what no page may do:\n${unexpected.join('\n')}`)
}
