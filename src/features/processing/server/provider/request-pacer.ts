// At most five requests per second towards a provider; more of them wait in line and none is refused (document 2 §9, C-41).
import { setTimeout as delay } from 'node:timers/promises'
import { PROVIDER_REQUESTS_PER_SECOND } from '#rulebook/runs/polling.ts'

export interface RequestPacer {
  /** Resolves when the caller may send; rejects when `signal` fires first. */
  turn(signal?: AbortSignal): Promise<void>
}

/**
 * Each turn comes a gap after the one before it really came: counted from when it was due, one that a busy machine delays would let a sixth
 * into its second. A turn given up keeps its place, which only makes the line a little slower.
 */
export function createRequestPacer(perSecond: number = PROVIDER_REQUESTS_PER_SECOND): RequestPacer {
  const gapMs = 1000 / perSecond
  let line = Promise.resolve()
  let lastTurnMs = Number.NEGATIVE_INFINITY
  const comeUp = async () => {
    const waitMs = lastTurnMs + gapMs - performance.now()
    if (waitMs > 0) await delay(waitMs)
    lastTurnMs = performance.now()
  }
  return {
    turn(signal) {
      line = line.then(comeUp)
      return signal ? Promise.race([line, whenAborted(signal)]) : line
    },
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
