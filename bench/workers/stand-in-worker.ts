// One worker of `bench/workers.ts`: everything of production but the engine, which a timer replaces. Its parent starts the work over IPC.
import { createScriptedProvider } from '../../src/features/processing/server/provider/scripted-provider.ts'
import { openWorker, type WorkerPlace } from '../runs/open-worker.ts'

export interface StandInOrder extends WorkerPlace {
  readonly runMs: number
}

const order = JSON.parse(process.argv[2]!) as StandInOrder
const refused = () => Promise.reject(new Error('the stand-in computes nothing'))
const noEngine = { inspect: refused, measure: refused, encode: refused, cutTiles: refused }
const provider = createScriptedProvider()
provider.next({ durationMs: order.runMs, fractions: [0.25, 0.5, 0.75] })
const processing = await openWorker(order, noEngine, () => provider)

process.on('message', () => void processing.startWorker().then(() => process.send!('working')))
process.once('disconnect', () => process.exit())
process.send!('ready')
