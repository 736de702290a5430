// Entry of the child process: one task, then the end. It dies with its parent, and a crash here takes nothing else down.
import { unlinkSync } from 'node:fs'
import type { EngineProgress } from '../engine-types.ts'
import { failureOf } from './failure.ts'
import type { ChildAnswer, ChildStart, ChildTask } from './protocol.ts'

const loadInspection = () => import('./inspect-picture.ts')
const loadSquare = () => import('./draw-square.ts')
const loadEncoding = () => import('./encode-copy.ts')
const loadTiles = () => import('./cut-tiles.ts')
const loadPreparing = () => import('./prepare-picture.ts')
const loadAdopting = () => import('./adopt-picture.ts')
const loadMeasuring = () => import('./measure-picture.ts')
const loadProcessing = () => import('./process-picture.ts')
const loadPatching = () => import('./draw-patch.ts')

// Only what the task needs is loaded, and before the task comes. A failure shows when the task asks for the module again.
const LOADERS: Readonly<Record<ChildTask['kind'], () => Promise<unknown>>> = {
  inspect: loadInspection,
  measure: loadMeasuring,
  square: loadSquare,
  encode: loadEncoding,
  tiles: loadTiles,
  prepare: loadPreparing,
  adopt: loadAdopting,
  process: loadProcessing,
  patch: loadPatching,
}
const loaded = LOADERS[process.argv[2] as ChildTask['kind']]()
loaded.catch(() => {})

let task: ChildTask | undefined

const send = (answer: ChildAnswer): Promise<void> =>
  new Promise((resolve) => process.send?.(answer, undefined, {}, () => resolve()) ?? resolve())

process.on('disconnect', () => {
  removeParts()
  process.exit(1)
})

// Ctrl-C and a supervisor's stop reach every process of the group. What becomes of the work is the parent's decision: it hands the
// job back and kills with SIGKILL.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.once('message', async (start: ChildStart) => {
  task = start.task
  try {
    const result = await run(start)
    await send({ kind: 'done', result: result ?? undefined })
  } catch (error) {
    await send({ kind: 'failed', ...failureOf(error) })
  }
  process.exit(0)
})

async function run({ task, memoryLimitBytes }: ChildStart) {
  switch (task.kind) {
    case 'inspect':
      return (await loadInspection()).inspectPicture(task.request)
    case 'measure':
      return (await loadMeasuring()).measurePicture(task.request)
    case 'square':
      return (await loadSquare()).drawSquare(task.request)
    case 'encode':
      return (await loadEncoding()).encodeCopy(task.request)
    case 'tiles':
      return (await loadTiles()).cutTiles(task.request)
    case 'prepare':
      return (await loadPreparing()).preparePicture(task.request)
    case 'adopt':
      return (await loadAdopting()).adoptPicture(task.request)
    case 'process':
      return (await loadProcessing()).processPicture(task.request, optionsOf(task, memoryLimitBytes))
    case 'patch':
      return (await loadPatching()).drawPatch(task.request, optionsOf(task, memoryLimitBytes))
  }
}

const optionsOf = (
  { threads, packs }: Extract<ChildTask, { readonly kind: 'process' | 'patch' }>,
  memoryLimitBytes: number,
) => ({
  threads,
  packs,
  memoryLimitBytes,
  onProgress: (progress: EngineProgress) => void send({ kind: 'progress', progress }),
})

function removeParts() {
  for (const path of task ? partsOf(task) : []) {
    try {
      unlinkSync(path)
    } catch {
      // Not written yet: nothing to remove.
    }
  }
}

/** The temporary names of what a task writes. Tiles lie in a folder that their caller removes. */
function partsOf(task: ChildTask): readonly string[] {
  if (task.kind === 'inspect') return [task.request.thumbnailPath, task.request.viewPath]
  if (task.kind === 'process' || task.kind === 'adopt')
    return [task.request.thumbnailPath, task.request.viewPath, task.request.resultPath]
  return 'targetPath' in task.request ? [task.request.targetPath] : []
}
