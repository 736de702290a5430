// The only script of a still page at first (decision 0017): it starts the page's program when somebody touches the page, is signed
// in, or has something to be told, and hands on what was pressed meanwhile. Links, questions and pictures need no program.
import { openHeaders } from '#platform/web/api-headers.ts'
import { AUTH_TOKEN_KEY, SELECTED_IMAGE_KEY } from '#rulebook/browser-storage.ts'
import { SIGNED_OUT, STARTED_EVENT, STARTER_ID, VISITOR_ATTRIBUTE } from './start-messages.ts'

/** Signs that somebody is there: long enough before the first press to be ready for it. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'dragenter'] as const
const HELD = ['click', 'change', 'dragover', 'drop'] as const
const CAPTURED = { capture: true, passive: true }

let isStarting = false
let handOn: (() => void) | undefined

function start(): void {
  if (isStarting) return
  isStarting = true
  const { program, preload } = document.getElementById(STARTER_ID)!.dataset
  for (const file of preload!.split(' ')) preloadModule(file)
  import(/* @vite-ignore */ program!).catch(() => {
    isStarting = false // The next sign tries again.
  })
}

function preloadModule(href: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
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
  for (const sign of SIGNS) document.removeEventListener(sign, start, CAPTURED)
  for (const type of HELD) document.removeEventListener(type, hold, true)
  handOn?.()
}

for (const sign of SIGNS) document.addEventListener(sign, start, CAPTURED)
for (const type of HELD) document.addEventListener(type, hold, true)
window.addEventListener(STARTED_EVENT, handOver, { once: true })
void startForPeopleWeKnow()

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
