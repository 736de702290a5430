// What the three payment emulators share of their notices: all that were made, and their delivery, again and again in the vendor's own time until
// the seller takes one. Nothing is sent by itself while `isHeld`, so that a test sends what it wants, when and as often as it wants.
import { setTimeout as delay } from 'node:timers/promises'

interface Delivered {
  isAcknowledged: boolean
}

/** `Facts`: what a notice is made of; `Bend`: how a delivery differs from what it should be; `Answer`: what the seller said to it. */
export interface NoticeBox<Facts extends unknown[], Notice, Bend, Answer> {
  readonly all: Notice[]
  /** Makes and keeps it, and begins to deliver it. */
  add(...facts: Facts): Notice
  /** One delivery. Rejects when nobody answers. */
  send(notice: Notice, bend?: Bend): Promise<Answer>
  /** Resolves when nothing is on its way. */
  settled(): Promise<void>
  stop(): void
}

export interface BoxSettings {
  readonly isHeld: boolean
  /** How many of the vendor's seconds pass in one. */
  readonly retrySpeed: number
}

interface Vendor<Facts extends unknown[], Notice, Bend, Answer> {
  /** From one delivery to the next; the last is followed by none. */
  readonly retrySeconds: readonly number[]
  make(...facts: Facts): Notice
  /** Posts it, notes the answer, and says whether that takes the notice. */
  post(notice: Notice, bend: Bend | undefined): Promise<{ readonly answer: Answer; readonly isTaken: boolean }>
}

export function createNoticeBox<Facts extends unknown[], Notice extends Delivered, Bend, Answer>(
  { isHeld, retrySpeed }: BoxSettings,
  { retrySeconds, make, post }: Vendor<Facts, Notice, Bend, Answer>,
): NoticeBox<Facts, Notice, Bend, Answer> {
  const all: Notice[] = []
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const send = async (notice: Notice, bend?: Bend): Promise<Answer> => {
    const { answer, isTaken } = await post(notice, bend)
    if (isTaken) notice.isAcknowledged = true
    return answer
  }
  const deliver = async (notice: Notice): Promise<void> => {
    for (const seconds of [...retrySeconds, undefined]) {
      await send(notice).catch(() => {})
      if (notice.isAcknowledged || seconds === undefined) return
      const waited = delay((seconds * 1000) / retrySpeed, false, { signal: stopping.signal })
      if (await waited.catch(() => true)) return
    }
  }
  return {
    all,
    add(...facts) {
      const notice = make(...facts)
      all.push(notice)
      if (!isHeld) {
        const work = deliver(notice).finally(() => running.delete(work))
        running.add(work)
      }
      return notice
    },
    send,
    settled: async () => void (await Promise.allSettled(running)),
    stop: () => stopping.abort(),
  }
}
