// A thread of the child: makes its own copy of the plan, then computes tiles on request, one at a time. Nets are asked for across the
// message port.
import { parentPort } from 'node:worker_threads'
import { type NetFacts, type NetQuestion, netsBehind } from '../nets/net-proxy.ts'
import type { Nets } from '../nets/open-net.ts'
import { makePlan } from '../tools/make-plan.ts'
import type { PlanInput, PlanPass } from '../tools/plan.ts'
import { freeMemory, freeTile } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'

export interface ThreadStart {
  readonly input: PlanInput
  readonly nets: NetFacts
}

/** The first message is a start, so that a thread can load before there is a plan. */
export type ToThread = { readonly start: ThreadStart } | { readonly task: TileTask } | { readonly answer: Float32Array }

let passes: readonly PlanPass[] = []
let nets: Nets = {}
let last: Pick<TileTask, 'passIndex' | 'step'> | undefined
let hear: (answer: Float32Array) => void = () => {}

const ask = (question: NetQuestion): Promise<Float32Array> =>
  new Promise((resolve) => {
    hear = resolve
    parentPort?.postMessage(question)
  })

parentPort?.on('message', async (message: ToThread) => {
  if ('answer' in message) return hear(message.answer)
  if ('start' in message) {
    passes = makePlan(message.start.input).passes
    nets = netsBehind(message.start.nets, ask)
    return
  }
  const { task } = message
  // The whole rasters and planes of the step before live as long as somebody here might still look at them.
  if (task.passIndex !== last?.passIndex || task.step !== last.step) freeMemory()
  last = { passIndex: task.passIndex, step: task.step }
  await runTile(passes[task.passIndex]!, task, nets)
  freeTile()
  parentPort?.postMessage('done')
})
