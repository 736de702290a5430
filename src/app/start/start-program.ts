// Fetches and runs the program of a prerendered page (decision 0017), in pieces: done in one they keep the page from answering
// (docs/web-performance.md).
import { whenIdle } from '#platform/web/when-idle.ts'
import { STARTER_ID } from './start-messages.ts'

export const { program, preload, entry, for: pageFor } = document.getElementById(STARTER_ID)!.dataset
const modules = preload!.split(' ')
const links: HTMLLinkElement[] = []
/** To be fetched, in this order. */
const waiting = [...modules, entry!, program!]
const FETCHED_AT_ONCE = 8
let isStarting = false

/** A tap and its answer: modules that run meanwhile would keep the page from giving it. */
const PRESS_MS = 150

const pause = (ms = 0) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** At every call; a start that failed is tried again with the next one. */
export function start(): void {
  if (isStarting) return
  isStarting = true
  run().catch(() => {
    isStarting = false
  })
}

async function run(): Promise<void> {
  const press = pause(PRESS_MS)
  while (fetchNext(FETCHED_AT_ONCE)) await pause()
  await press
  await runModules(pause)
  await import(/* @vite-ignore */ program!)
}

/** So that the first touch waits for no network, and for little else: everything but the last step, which takes the page over. */
export function prepareWhenIdle(): void {
  const idle = () => new Promise<void>((resolve) => void whenIdle(resolve))
  const prepare = async () => {
    await idle()
    while (fetchNext(FETCHED_AT_ONCE)) await idle()
    await runModules(idle)
  }
  const begin = () => void prepare().catch(() => {}) // without a network: again when the program starts
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin)
}

/** Module after module, with a rest between them; those that have run cost nothing. */
async function runModules(rest: () => Promise<void>): Promise<void> {
  // Without preloading each would be fetched only after the one before.
  if (!links[0]!.relList.supports('modulepreload')) return
  for (const module of modules) {
    await import(/* @vite-ignore */ module)
    await rest()
  }
}

/** True while there is more. */
function fetchNext(count: number): boolean {
  for (const href of waiting.splice(0, count)) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
    document.head.append(link)
    links.push(link)
  }
  return waiting.length > 0
}
