// A queue whose job of this name runs when a test says so, and never by the clock.
import type { Queue } from '#platform/server/queue/queue.ts'

export const queueWithout = (queue: Queue, left: string): Queue => ({
  send: (...sent) => queue.send(...sent),
  work: (...given) => queue.work(...given),
  schedule: async (name, ...rest) => {
    if (name !== left) await queue.schedule(name, ...rest)
  },
  stop: (graceMs) => queue.stop(graceMs),
})
