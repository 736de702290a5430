// Lets a fixed number of calls through at a time; the others wait their turn and may give up.
import { EngineError } from '../engine-error.ts'

export interface RunQueue {
  /** Resolves with the function that gives the place back. */
  enter(signal?: AbortSignal): Promise<() => void>
}

export function createRunQueue(places: number): RunQueue {
  let free = places
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    enter(signal) {
      if (signal?.aborted) return Promise.reject(new EngineError('cancelled'))
      if (free > 0) {
        free--
        return Promise.resolve(leave)
      }
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(start), 1)
          reject(new EngineError('cancelled'))
        }
        const start = () => {
          signal?.removeEventListener('abort', giveUp)
          resolve(leave)
        }
        waiting.push(start)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
