// Runs tiles on the calling thread or on several. Threads make the same plan from the same plain input and write into
// shared memory; which thread computes which tile never shows in the result. What they ask the nets is answered here.
import type { Worker } from 'node:worker_threads'
import { answerOf, factsOf, type NetQuestion } from '../nets/net-proxy.ts'
import type { Nets } from '../nets/open-net.ts'
import { makePlan } from '../tools/make-plan.ts'
import type { PlanInput } from '../tools/plan.ts'
import { freeTile } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'
import type { ToThread } from './tile-thread.ts'
import type { TileThreads } from './tile-threads.ts'

export interface TileRunner {
  /** `onTile` hears how many tiles are done; an exception of it ends the run. */
  run(tasks: readonly TileTask[], onTile: (done: number) => void): Promise<void>
}

/** `nets` are those that the plan asks for. Without `threads` everything happens on the calling one. */
export function createTileRunner(input: PlanInput, nets: Nets, threads?: TileThreads): TileRunner {
  return threads ? threadedRunner(input, nets, threads) : inlineRunner(input, nets)
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
  }
}

function threadedRunner(input: PlanInput, nets: Nets, threads: TileThreads): TileRunner {
  const workers = threads.workers()
  for (const worker of workers) worker.postMessage({ start: { input, nets: factsOf(nets) } } satisfies ToThread)
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
