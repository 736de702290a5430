// Browser contexts that serve one journey after another: a page loads for two thirds of the processor time where scripts and their compiled
// code are in the browser's cache (decision 0198). Between two journeys goes what one may leave behind: pages, cookies, storage, permissions,
// routes, listeners. A context with what cannot be taken out again (a clock, a script for every page), or of a journey that failed, is closed.
import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'

export interface KeptContexts {
  /** With one empty page. */
  take(options: BrowserContextOptions): Promise<BrowserContext>
  giveBack(context: BrowserContext, hasPassed: boolean): Promise<void>
}

/** A worker's own service, one of a file's own, and two people in each. */
const MOST_IDLE = 4
const LISTENED = ['console', 'page', 'request', 'response', 'weberror']
const STORAGE = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'
/** Calls of a context and of its clock whose effect lasts. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setGeolocation'] as const
const CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

interface Kept {
  readonly context: BrowserContext
  readonly key: string
  readonly origin: string
  isSpoiled: boolean
}

export function keepContexts(browser: Browser): KeptContexts {
  const idle: Kept[] = []
  const busy = new Map<BrowserContext, Kept>()

  async function open(options: BrowserContextOptions, key: string): Promise<Kept> {
    const context = await browser.newContext(options)
    const kept: Kept = { context, key, origin: options.baseURL!, isSpoiled: false }
    const spoil = () => {
      kept.isSpoiled = true
    }
    for (const name of LASTING) callBefore(context, name, spoil)
    for (const name of CLOCK) callBefore(context.clock, name, spoil)
    await context.newPage()
    return kept
  }

  return {
    take: async (options) => {
      const key = JSON.stringify(options)
      const found = idle.findLastIndex((kept) => kept.key === key)
      const kept = found < 0 ? await open(options, key) : idle.splice(found, 1)[0]!
      busy.set(kept.context, kept)
      return kept.context
    },
    giveBack: async (context, hasPassed) => {
      const kept = busy.get(context)!
      busy.delete(context)
      if (!hasPassed || kept.isSpoiled) return context.close()
      await clear(context, kept.origin)
      idle.push(kept)
      if (idle.length > MOST_IDLE) await idle.shift()!.context.close()
    },
  }
}

function callBefore<Owner extends object>(owner: Owner, name: keyof Owner, act: () => void): void {
  const method = owner[name] as (...args: unknown[]) => unknown
  const extended = (...args: unknown[]) => {
    act()
    return method.apply(owner, args)
  }
  Object.assign(owner, { [name]: extended })
}

async function clear(context: BrowserContext, origin: string): Promise<void> {
  for (const event of LISTENED) context.removeAllListeners(event)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await Promise.all(context.pages().map((page) => page.close()))
  await context.setOffline(false)
  await context.clearPermissions()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE })
  await devtools.detach()
  await context.clearCookies()
}
