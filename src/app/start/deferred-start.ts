// The only script of a prerendered page at first (decision 0017). On an open page it starts the program when somebody touches the
// page, is signed in, or has something to be told; on a tool page as soon as the page is painted. What is pressed meanwhile is handed
// on. Links, questions and pictures need no program.
import { openHeaders } from '#platform/web/api-headers.ts'
import { AUTH_TOKEN_KEY, SELECTED_IMAGE_KEY } from '#rulebook/browser-storage.ts'
import {
  AFTER_PAINT,
  PROGRAM_ATTRIBUTE,
  RUNNING,
  SIGNED_OUT,
  STARTED_EVENT,
  STARTER_ID,
  VISITOR_ATTRIBUTE,
} from './start-messages.ts'

/** Signs that somebody is there: long enough before the first press to be ready for it. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'dragenter'] as const
const HELD = ['click', 'change', 'dragover', 'drop'] as const
const CAPTURED = { capture: true, passive: true }

const { program, preload, entry, when } = document.getElementById(STARTER_ID)!.dataset
let isStarting = false
let handOn: (() => void) | undefined

function start(): void {
  if (isStarting) return
  isStarting = true
  load().catch(() => {
    isStarting = false // The next sign tries again.
  })
}

/** Module after module, each in a task of its own: run in one they keep the page from answering (docs/web-performance.md). */
async function load(): Promise<void> {
  const modules = preload!.split(' ')
  const links = [...modules, entry!].map(preloadModule)
  // Without preloading each would be fetched only after the one before.
  if (links[0]!.relList.supports('modulepreload'))
    for (const module of modules) {
      await import(/* @vite-ignore */ module)
      await new Promise((resolve) => setTimeout(resolve))
    }
  await import(/* @vite-ignore */ program!)
}

function preloadModule(href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
  document.head.append(link)
  return link
}

/** Until the program listens, the last thing done is kept for it; what the browser can do alone is left to the browser. */
function hold(event: Event): void {
  start()
  const target = event.target as HTMLElement
  if (event.type === 'click') holdPress(event, target.closest('button'))
  else if (event.type === 'change') handOn = () => target.dispatchEvent(new Event('change', { bubbles: true }))
  else holdDrop(event as DragEvent, target)
}

function holdPress(event: Event, button: HTMLButtonElement | null): void {
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  handOn = () => button.click()
}

/** Without this the browser would leave the page for the dropped picture. */
function holdDrop(event: DragEvent, target: HTMLElement): void {
  event.preventDefault()
  if (event.type !== 'drop' || !event.dataTransfer) return
  const dataTransfer = new DataTransfer()
  for (const file of event.dataTransfer.files) dataTransfer.items.add(file)
  handOn = () => target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

function handOver(): void {
  document.documentElement.dataset[PROGRAM_ATTRIBUTE] = RUNNING
  for (const sign of SIGNS) document.removeEventListener(sign, start, CAPTURED)
  for (const type of HELD) document.removeEventListener(type, hold, true)
  handOn?.()
}

for (const sign of SIGNS) document.addEventListener(sign, start, CAPTURED)
for (const type of HELD) document.addEventListener(type, hold, true)
window.addEventListener(STARTED_EVENT, handOver, { once: true })
if (when === AFTER_PAINT) afterPaint(start)
else void startForPeopleWeKnow()

/** A page in the background paints nothing, and need not wait for it. */
function afterPaint(act: () => void): void {
  if (document.visibilityState === 'hidden') act()
  else requestAnimationFrame(() => setTimeout(act))
}

/** Somebody signed in, an announcement, maintenance: then the page is more than its HTML. Without an answer the program says why. */
async function startForPeopleWeKnow(): Promise<void> {
  if (isMoreThanItsHtml()) return start()
  try {
    const [session, site] = await Promise.all([ask('account/session'), ask<SiteStatus>('site/status')])
    if (session || site.maintenance || site.announcement) return start()
    document.documentElement.dataset[VISITOR_ATTRIBUTE] = SIGNED_OUT
  } catch {
    start()
  }
}

type SiteStatus = { readonly maintenance: boolean; readonly announcement: string }

/** A stored token, a picture that was brought along, a query that means something to the program. */
function isMoreThanItsHtml(): boolean {
  try {
    return (
      window.location.search !== '' ||
      localStorage.getItem(AUTH_TOKEN_KEY) !== null ||
      sessionStorage.getItem(SELECTED_IMAGE_KEY) !== null
    )
  } catch {
    return true
  }
}

/** One call of the contract in its plain form (`platform/web/api-link.ts` brings 20 KB for the same). */
async function ask<Answer>(call: string): Promise<Answer> {
  const headers = { ...openHeaders(), 'content-type': 'application/json' }
  const response = await fetch(`/api/rpc/${call}`, { method: 'POST', headers, body: '{}' })
  if (!response.ok) throw new Error(call)
  return ((await response.json()) as { json: Answer }).json
}
