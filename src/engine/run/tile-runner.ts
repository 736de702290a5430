// Runs tiles on the calling thread or on several. Threads get a copy of the plan, which is plain data, and write into
// shared memory; which thread computes which tile never shows in the result. Their inference requests are served here.
import type { Worker } from 'node:worker_threads'
import { describeNets, type InferenceRequest, serveRequest } from '../nets/net-proxy.ts'
import type { Nets } from '../nets/open-net.ts'
import type { PlanPass } from '../tools/plan.ts'
import { freeTile } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'
import type { ToThread } from './tile-thread.ts'
import type { TileThreads } from './tile-threads.ts'

export interface TileRunner {
  /** `onTile` gets how many tiles are done; an exception of it ends the run. */
  run(tasks: readonly TileTask[], onTile: (done: number) => void): Promise<void>
}

/** `nets` are those that the plan asks for. Without `threads` everything happens on the calling one. */
export function createTileRunner(passes: readonly PlanPass[], nets: Nets, threads?: TileThreads): TileRunner {
  return threads ? threadedRunner(passes, nets, threads) : inlineRunner(passes, nets)
}

function inlineRunner(passes: readonly PlanPass[], nets: Nets): TileRunner {
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

function threadedRunner(passes: readonly PlanPass[], nets: Nets, threads: TileThreads): TileRunner {
  const workers = threads.workers()
  for (const worker of workers) worker.postMessage({ start: { passes, nets: describeNets(nets) } } satisfies ToThread)
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
    const unsubscribe = () => worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    const onError = (error: unknown) => {
      unsubscribe()
      reject(error)
    }
    const onExit = () => onError(new Error('a tile thread ended'))
    const onMessage = (message: 'done' | InferenceRequest) => {
      if (message === 'done') {
        unsubscribe()
        resolve()
      } else serveRequest(nets, message).then((output) => send({ output }), onError)
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    send({ task })
  })
}
