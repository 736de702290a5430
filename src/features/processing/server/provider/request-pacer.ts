// At most five requests per second towards a provider; more of them wait in line and none is refused (document 2 §9, C-41).
import { setTimeout as delay } from 'node:timers/promises'
import { PROVIDER_REQUESTS_PER_SECOND } from '#rulebook/polling.ts'

export interface RequestPacer {
  /** Resolves when the caller may send; rejects when `signal` fires first. */
  turn(signal?: AbortSignal): Promise<void>
}

/** Spaces the turns evenly; a turn given up keeps its place, which only makes the line a little slower. */
export function createRequestPacer(perSecond: number = PROVIDER_REQUESTS_PER_SECOND): RequestPacer {
  const gapMs = 1000 / perSecond
  let nextTurnMs = 0
  return {
    async turn(signal) {
      const nowMs = performance.now()
      const turnMs = Math.max(nowMs, nextTurnMs)
      nextTurnMs = turnMs + gapMs
      if (turnMs > nowMs) await delay(turnMs - nowMs, undefined, { signal })
    },
  }
}
