// A thread of the child: makes its own copy of the plan, then computes tiles on request.
import { parentPort, workerData } from 'node:worker_threads'
import { makePlan } from '../plan/make-plan.ts'
import type { PlanInput } from '../plan/plan.ts'
import type { TileMessage } from './pass-runner.ts'
import { runTile } from './run-pass.ts'

const { passes } = makePlan(workerData as PlanInput)

parentPort?.on('message', ({ passIndex, source, target, tile }: TileMessage) => {
  runTile(passes[passIndex]!, source, target, tile)
  parentPort?.postMessage('done')
})
