// Runs all tiles of a pass, on the calling thread or on several. Threads make the same plan from the same plain input
// and write into shared memory; which thread computes which tile never shows in the result.
import { Worker } from 'node:worker_threads'
import type { Raster } from '../picture/raster.ts'
import { makePlan } from '../plan/make-plan.ts'
import type { PlanInput } from '../plan/plan.ts'
import { runTile } from './run-pass.ts'
import type { Rect } from './tile-grid.ts'

export interface PassJob {
  readonly passIndex: number
  readonly source: Raster
  readonly target: Raster
  readonly tiles: readonly Rect[]
  /** Called after each tile; an exception ends the pass. */
  readonly onTile: () => void
}

export interface PassRunner {
  run(job: PassJob): Promise<void>
  close(): Promise<void>
}

export interface TileMessage {
  readonly passIndex: number
  readonly source: Raster
  readonly target: Raster
  readonly tile: Rect
}

const THREAD_ENTRY = new URL('./tile-thread.ts', import.meta.url)

export function createPassRunner(input: PlanInput, threads: number): PassRunner {
  return threads > 1 ? threadedRunner(input, threads) : inlineRunner(input)
}

function inlineRunner(input: PlanInput): PassRunner {
  const { passes } = makePlan(input)
  return {
    async run({ passIndex, source, target, tiles, onTile }) {
      for (const tile of tiles) {
        runTile(passes[passIndex]!, source, target, tile)
        onTile()
        // Lets the parent's disconnect and our own messages through between tiles.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    close: async () => {},
  }
}

function threadedRunner(input: PlanInput, threads: number): PassRunner {
  const workers = Array.from({ length: threads }, () => new Worker(THREAD_ENTRY, { workerData: input }))
  return {
    async run({ passIndex, source, target, tiles, onTile }) {
      const queue = [...tiles]
      const serve = async (worker: Worker) => {
        for (let tile = queue.shift(); tile; tile = queue.shift()) {
          await ask(worker, { passIndex, source, target, tile })
          onTile()
        }
      }
      await Promise.all(workers.map(serve))
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function ask(worker: Worker, message: TileMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      worker.off('message', done).off('error', reject).off('exit', gone)
      act()
    }
    const done = settle(resolve)
    const gone = settle(() => reject(new Error('a tile thread ended')))
    worker.once('message', done).once('error', reject).once('exit', gone)
    worker.postMessage(message)
  })
}
