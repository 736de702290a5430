// A thread of the child: makes its own copy of the plan, then computes tiles on request, one at a time. Nets are asked for across the
// message port.
import { parentPort, workerData } from 'node:worker_threads'
import { type NetFacts, type NetQuestion, netsBehind } from '../nets/asked-nets.ts'
import { makePlan } from '../plan/make-plan.ts'
import type { PlanInput } from '../plan/plan.ts'
import { freeTile } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'

export interface ThreadStart {
  readonly input: PlanInput
  readonly nets: NetFacts
}

export type ToThread = { readonly task: TileTask } | { readonly answer: Float32Array }

const { input, nets: facts } = workerData as ThreadStart
const { passes } = makePlan(input)
let hear: (answer: Float32Array) => void = () => {}
const nets = netsBehind(
  facts,
  (question: NetQuestion) =>
    new Promise((resolve) => {
      hear = resolve
      parentPort?.postMessage(question)
    }),
)

parentPort?.on('message', async (message: ToThread) => {
  if ('answer' in message) return hear(message.answer)
  await runTile(passes[message.task.passIndex]!, message.task, nets)
  freeTile()
  parentPort?.postMessage('done')
})
