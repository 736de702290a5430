// A thread of the child: gets a copy of the plan, then computes tiles on request, one at a time. Inference is requested
// across the message port.
import { parentPort } from 'node:worker_threads'
import { type InferenceRequest, type NetDescriptions, proxyNets } from '../nets/net-proxy.ts'
import type { Nets } from '../nets/open-net.ts'
import type { PlanPass } from '../tools/plan.ts'
import { freeMemory, freeTile } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'

export interface ThreadStart {
  readonly passes: readonly PlanPass[]
  readonly nets: NetDescriptions
}

/** The first message is a start, so that a thread can load before there is a plan. */
export type ToThread = { readonly start: ThreadStart } | { readonly task: TileTask } | { readonly output: Float32Array }

let passes: readonly PlanPass[] = []
let nets: Nets = {}
let last: Pick<TileTask, 'passIndex' | 'step'> | undefined
let onOutput: (output: Float32Array) => void = () => {}

const infer = (request: InferenceRequest): Promise<Float32Array> =>
  new Promise((resolve) => {
    onOutput = resolve
    parentPort?.postMessage(request)
  })

parentPort?.on('message', async (message: ToThread) => {
  if ('output' in message) return onOutput(message.output)
  if ('start' in message) {
    passes = message.start.passes
    nets = proxyNets(message.start.nets, infer)
    return
  }
  const { task } = message
  // The whole rasters and planes of the step before stay alive while this thread references them.
  if (task.passIndex !== last?.passIndex || task.step !== last.step) freeMemory()
  last = { passIndex: task.passIndex, step: task.step }
  await runTile(passes[task.passIndex]!, task, nets)
  freeTile()
  parentPort?.postMessage('done')
})
