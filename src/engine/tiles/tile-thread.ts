// A thread of the child: makes its own copy of the plan, then computes tiles on request.
import { parentPort, workerData } from 'node:worker_threads'
import { makePlan } from '../plan/make-plan.ts'
import type { PlanInput } from '../plan/plan.ts'
import { freeMemory } from './free-memory.ts'
import { runTile, type TileTask } from './run-tile.ts'

const { passes } = makePlan(workerData as PlanInput)

parentPort?.on('message', (task: TileTask) => {
  runTile(passes[task.passIndex]!, task)
  freeMemory()
  parentPort?.postMessage('done')
})
