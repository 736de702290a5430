// Events of Paddle (payments reference §3.6): a signed body, sent again until it is answered by exactly 200. Every delivery is signed anew. Nothing is sent by
// itself while `isHeld`, so that a test sends what it wants, when and as often as it wants.
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from './state.ts'

/** The sandbox sends three times in a quarter of an hour. */
const RETRY_SECONDS = [60, 840] as const

export interface Notice {
  readonly eventId: string
  readonly type: string
  readonly occurredAtMs: number
  readonly data: Readonly<Record<string, unknown>>
  readonly statuses: number[]
  isAcknowledged: boolean
}

/** How a delivery differs from what it should be. */
export interface Bend {
  /** Put into the entity before it is signed. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly type?: string
  readonly secret?: string
  /** A second signature before and after ours, as while a secret changes. */
  readonly otherSecrets?: { readonly before?: string; readonly after?: string }
  /** The body changed after it was signed. */
  readonly changesBody?: boolean
  /** The same JSON written anew by somebody between us. */
  readonly rewritesBody?: boolean
  readonly lateSeconds?: number
  readonly header?: string
}

export interface NoticeBox {
  readonly all: Notice[]
  add(type: string, data: Notice['data']): Notice
  /** One delivery; answers the status. */
  send(notice: Notice, bend?: Bend): Promise<number>
  settled(): Promise<void>
  stop(): void
}

export interface NoticeSettings {
  readonly isHeld: boolean
  readonly retrySpeed: number
  readonly secret: string
  /** Where the seller wants to be told; undefined until somebody says so. */
  readonly address: () => string | undefined
  readonly now: () => number
}

export function createNoticeBox(settings: NoticeSettings): NoticeBox {
  const all: Notice[] = []
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const deliver = async (notice: Notice): Promise<void> => {
    for (const seconds of [...RETRY_SECONDS, undefined]) {
      await box.send(notice).catch(() => {})
      if (notice.isAcknowledged || seconds === undefined) return
      const waited = delay((seconds * 1000) / settings.retrySpeed, false, { signal: stopping.signal })
      if (await waited.catch(() => true)) return
    }
  }
  const box: NoticeBox = {
    all,
    add(type, data) {
      const occurredAtMs = settings.now() * 1000
      const notice = { eventId: newId('evt'), type, occurredAtMs, data, statuses: [], isAcknowledged: false }
      all.push(notice)
      if (!settings.isHeld) {
        const work = deliver(notice).finally(() => running.delete(work))
        running.add(work)
      }
      return notice
    },
    async send(notice, bend = {}) {
      const status = await post(notice, bend, settings)
      notice.statuses.push(status)
      if (status === 200) notice.isAcknowledged = true
      return status
    },
    settled: async () => void (await Promise.allSettled(running)),
    stop: () => stopping.abort(),
  }
  return box
}

async function post(notice: Notice, bend: Bend, settings: NoticeSettings): Promise<number> {
  const address = settings.address()
  if (!address) throw new Error('nobody named an address for notices')
  const body = JSON.stringify({
    event_id: notice.eventId,
    event_type: bend.type ?? notice.type,
    occurred_at: new Date(notice.occurredAtMs).toISOString(),
    // The same event to two destinations, or replayed, has a number of its own each time.
    notification_id: newId('ntf'),
    data: { ...notice.data, ...bend.data },
  })
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json', 'Paddle-Signature': bend.header ?? headerOf(body, bend, settings) },
    body: bend.changesBody
      ? body.replace('"discount":"0"', '"discount":"1"')
      : bend.rewritesBody
        ? JSON.stringify(JSON.parse(body), null, 1)
        : body,
  })
  await response.arrayBuffer()
  return response.status
}

function headerOf(
  body: string,
  { secret, otherSecrets = {}, lateSeconds = 0 }: Bend,
  settings: NoticeSettings,
): string {
  const ts = String(Math.floor(settings.now()) - lateSeconds)
  const { before, after } = otherSecrets
  const signed = [before, secret ?? settings.secret, after].flatMap((key) =>
    key ? [`h1=${createHmac('sha256', key).update(`${ts}:${body}`).digest('hex')}`] : [],
  )
  return [`ts=${ts}`, ...signed].join(';')
}
