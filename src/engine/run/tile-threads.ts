// The threads of a run. They load their code (a quarter of a second) while the picture is still being measured.
import { Worker } from 'node:worker_threads'

const THREAD_ENTRY = new URL('./tile-thread.ts', import.meta.url)

export interface TileThreads {
  /** Begins to load them; `workers` does so too if they are not loading yet. */
  start(): void
  workers(): readonly Worker[]
  close(): Promise<void>
}

export function createTileThreads(count: number): TileThreads {
  let started: readonly Worker[] = []
  const start = () => {
    if (started.length === 0) started = Array.from({ length: count }, () => new Worker(THREAD_ENTRY))
  }
  return {
    start,
    workers() {
      start()
      return started
    },
    async close() {
      await Promise.all(started.map((worker) => worker.terminate()))
    },
  }
}
