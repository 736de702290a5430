// The service worker: built by scripts/service-worker-plugin.ts into `/service-worker.js`. A new version waits until no page of the
// old one is left or the reader asks for it. `SERVICE_WORKER=off` in a build makes one that removes itself and what it kept
// (docs/operate.md).
import { keepSharedFile } from '#platform/web/waiting-file.ts'
import { SHARE_FIELD } from '#rulebook/site/offline-texts.ts'
import { OFFLINE_PATH, TAKE_OVER } from './worker-messages.ts'
import { taskOf } from './worker-rules.ts'

/** Filled in at build time. */
declare const PRECACHED: readonly string[]
declare const VERSION: string
declare const IS_OFF: boolean
/** Where to go after a share; `yes` or `no` is added. */
declare const AFTER_SHARE: string

// The program's types are those of a page; these are the few that a worker has beside them.
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listen: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: RequestEvent) => void): void
  addEventListener(type: 'message', listen: (event: MessageEvent) => void): void
}
const worker = self as unknown as WorkerScope

const STORE = `huanying-${VERSION}`

async function install(): Promise<void> {
  if (IS_OFF) return worker.skipWaiting()
  const store = await caches.open(STORE)
  await store.addAll([...PRECACHED])
}

/** Files of older versions go; pages that still use one ask the network, where the previous build's files may remain. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (IS_OFF || name !== STORE) await caches.delete(name)
  if (IS_OFF) await worker.registration.unregister()
  else await worker.clients.claim()
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const offline = await caches.match(OFFLINE_PATH)
    if (!offline) throw error
    return offline
  }
}

async function hashedFile(request: Request): Promise<Response> {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) await (await caches.open(STORE)).put(request, answer.clone()).catch(() => {})
  return answer
}

/** The picture waits in the browser, also across a sign-in, until a tool page takes it and is asked for (`waiting-file.ts`). */
async function sharedPicture(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => undefined)
  const file = form?.get(SHARE_FIELD)
  const hasFile = file instanceof File && file.size > 0
  if (hasFile) await keepSharedFile(file)
  return Response.redirect(AFTER_SHARE + (hasFile ? 'yes' : 'no'), 303)
}

const ANSWERS = { page, 'hashed-file': hashedFile, 'shared-picture': sharedPicture } as const

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const task = IS_OFF ? 'none' : taskOf(event.request, worker.location.origin)
  if (task !== 'none') event.respondWith(ANSWERS[task](event.request))
})
