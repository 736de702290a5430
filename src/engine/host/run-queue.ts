// Lets a fixed number of calls through at a time; the others wait their turn and may give up. Lanes take turns (round robin): one that
// sends twenty files delays only itself.
import { EngineError } from '../engine-error.ts'

export interface RunQueue {
  /** Resolves with the function that gives the place back. Calls without a lane share one line and are limited by the places alone. */
  enter(signal?: AbortSignal, lane?: string): Promise<() => void>
}

const NO_LANE = ''

interface Options {
  /** Places that one lane may hold at a time; default all. */
  readonly perLane?: number
}

interface Waiting {
  readonly lane: string
  readonly start: () => void
}

export function createRunQueue(places: number, { perLane = places }: Options = {}): RunQueue {
  let free = places
  const held = new Map<string, number>()
  /** The lane served longest ago goes first. */
  const lastServed = new Map<string, number>()
  const waiting: Waiting[] = []
  let turn = 0

  const mayStart = (lane: string) => free > 0 && (lane === NO_LANE || (held.get(lane) ?? 0) < perLane)
  const take = (lane: string): (() => void) => {
    free -= 1
    held.set(lane, (held.get(lane) ?? 0) + 1)
    lastServed.set(lane, ++turn)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      free += 1
      held.set(lane, held.get(lane)! - 1)
      if (held.get(lane) === 0) held.delete(lane)
      startNext()
      if (waiting.length === 0 && held.size === 0) lastServed.clear()
    }
  }
  const startNext = () => {
    const servable = waiting.filter(({ lane }) => mayStart(lane))
    const next = servable.sort((a, b) => (lastServed.get(a.lane) ?? 0) - (lastServed.get(b.lane) ?? 0))[0]
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    next.start()
  }
  return {
    enter(signal, lane = NO_LANE) {
      if (signal?.aborted) return Promise.reject(new EngineError('cancelled'))
      if (mayStart(lane)) return Promise.resolve(take(lane))
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          lane,
          start: () => {
            signal?.removeEventListener('abort', giveUp)
            resolve(take(lane))
          },
        }
        const giveUp = () => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(new EngineError('cancelled'))
        }
        waiting.push(entry)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
