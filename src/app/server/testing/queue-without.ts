// Queues whose jobs, or the one of this name, run when a test says so, and never by the clock.
import type { Queue } from '#platform/server/queue/queue.ts'

export const queueWithout = (queue: Queue, left: string): Queue => ({
  ...queueWithoutClock(queue),
  schedule: async (name, ...rest) => {
    if (name !== left) await queue.schedule(name, ...rest)
  },
})

export const queueWithoutClock = (queue: Queue): Queue => ({
  send: (...sent) => queue.send(...sent),
  work: (...given) => queue.work(...given),
  schedule: async () => {},
  stop: (graceMs) => queue.stop(graceMs),
})
