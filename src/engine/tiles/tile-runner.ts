// Runs tiles on the calling thread or on several. Threads make the same plan from the same plain input and write into
// shared memory; which thread computes which tile never shows in the result.
import { Worker } from 'node:worker_threads'
import { makePlan } from '../plan/make-plan.ts'
import type { PlanInput } from '../plan/plan.ts'
import { freeMemory } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'

export interface TileRunner {
  /** `onTile` hears how many tiles are done; an exception of it ends the run. */
  run(tasks: readonly TileTask[], onTile: (done: number) => void): Promise<void>
  close(): Promise<void>
}

const THREAD_ENTRY = new URL('./tile-thread.ts', import.meta.url)

export function createTileRunner(input: PlanInput, threads: number): TileRunner {
  return threads > 1 ? threadedRunner(input, threads) : inlineRunner(input)
}

function inlineRunner(input: PlanInput): TileRunner {
  const { passes } = makePlan(input)
  return {
    async run(tasks, onTile) {
      for (const [i, task] of tasks.entries()) {
        runTile(passes[task.passIndex]!, task)
        freeMemory()
        onTile(i + 1)
        // Lets the parent's disconnect and our own messages through between tiles.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    close: async () => {},
  }
}

function threadedRunner(input: PlanInput, threads: number): TileRunner {
  const workers = Array.from({ length: threads }, () => new Worker(THREAD_ENTRY, { workerData: input }))
  return {
    async run(tasks, onTile) {
      let next = 0
      let done = 0
      const serve = async (worker: Worker) => {
        for (let task = tasks[next++]; task; task = tasks[next++]) {
          await ask(worker, task)
          onTile(++done)
        }
      }
      await Promise.all(workers.map(serve))
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function ask(worker: Worker, task: TileTask): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = () => worker.off('message', done).off('error', broken).off('exit', gone)
    const done = () => {
      forget()
      resolve()
    }
    const broken = (error: Error) => {
      forget()
      reject(error)
    }
    const gone = () => broken(new Error('a tile thread ended'))
    worker.on('message', done).on('error', broken).on('exit', gone)
    worker.postMessage(task)
  })
}
