// `test` of all journeys: pages of a running service that belongs to this worker alone (so that settings and figures are nobody
// else's), watched for what no page may do: a request to another host, an error in the console, a breach of the content security
// policy, an exception nobody caught.
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { origin, type Person } from './person.ts'
import type { Service } from './service.ts'
import { startServiceWithAdmin } from './service-with-admin.ts'

export { expect } from '@playwright/test'

interface Journey {
  /** Console errors that this test provokes, for example a refused sign-in. */
  readonly provoked: { patterns: RegExp[] }
  /** A page in a browser of its own, signed in as this person or signed out. */
  readonly visit: (person?: Person) => Promise<Page>
}

export const test = base.extend<Journey, { readonly service: Service }>({
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
  context: async ({ context, provoked, service }, use) => {
    const faults = watchFaults(context)
    await use(context)
    const fall = service.fall()
    if (fall) throw new Error(`The service ended by itself: ${fall}`)
    assertNone(faults, provoked.patterns)
  },
  visit: async ({ browser, provoked }, use) => {
    const contexts: BrowserContext[] = []
    const faults: string[][] = []
    await use(async (person) => {
      const context = await browser.newContext()
      contexts.push(context)
      faults.push(watchFaults(context))
      await person?.enter(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    assertNone(faults.flat(), provoked.patterns)
  },
})

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
