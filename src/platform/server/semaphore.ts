// So many at once, the others in the order in which they came.

export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createSemaphore(limit: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The slot goes straight to the next, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
