// Runs tiles on the calling thread or on several. Threads make the same plan from the same plain input and write into
// shared memory; which thread computes which tile never shows in the result. What they ask the nets is answered here.
import { Worker } from 'node:worker_threads'
import { answerOf, factsOf, type NetQuestion } from '../nets/asked-nets.ts'
import type { Nets } from '../nets/open-net.ts'
import { makePlan } from '../plan/make-plan.ts'
import type { PlanInput } from '../plan/plan.ts'
import { freeTile } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'
import type { ThreadStart, ToThread } from './tile-thread.ts'

export interface TileRunner {
  /** `onTile` hears how many tiles are done; an exception of it ends the run. */
  run(tasks: readonly TileTask[], onTile: (done: number) => void): Promise<void>
  close(): Promise<void>
}

const THREAD_ENTRY = new URL('./tile-thread.ts', import.meta.url)

/** `nets` are those that the plan asks for. */
export function createTileRunner(input: PlanInput, nets: Nets, threads: number): TileRunner {
  return threads > 1 ? threadedRunner(input, nets, threads) : inlineRunner(input, nets)
}

function inlineRunner(input: PlanInput, nets: Nets): TileRunner {
  const { passes } = makePlan(input)
  return {
    async run(tasks, onTile) {
      for (const [i, task] of tasks.entries()) {
        await runTile(passes[task.passIndex]!, task, nets)
        freeTile()
        onTile(i + 1)
        // Lets the parent's disconnect and our own messages through between tiles.
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    close: async () => {},
  }
}

function threadedRunner(input: PlanInput, nets: Nets, threads: number): TileRunner {
  const workerData: ThreadStart = { input, nets: factsOf(nets) }
  const workers = Array.from({ length: threads }, () => new Worker(THREAD_ENTRY, { workerData }))
  return {
    async run(tasks, onTile) {
      let next = 0
      let done = 0
      const serve = async (worker: Worker) => {
        for (let task = tasks[next++]; task; task = tasks[next++]) {
          await compute(worker, task, nets)
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

function compute(worker: Worker, task: TileTask, nets: Nets): Promise<void> {
  return new Promise((resolve, reject) => {
    const send = (message: ToThread) => worker.postMessage(message)
    const forget = () => worker.off('message', hear).off('error', broken).off('exit', gone)
    const broken = (error: unknown) => {
      forget()
      reject(error)
    }
    const gone = () => broken(new Error('a tile thread ended'))
    const hear = (said: 'done' | NetQuestion) => {
      if (said === 'done') {
        forget()
        resolve()
      } else answerOf(nets, said).then((answer) => send({ answer }), broken)
    }
    worker.on('message', hear)
    worker.on('error', broken)
    worker.on('exit', gone)
    send({ task })
  })
}
