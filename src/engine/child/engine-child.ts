// Entry of the child process: one task, then the end. It dies with its parent, and a crash here takes nothing else down.
import { unlinkSync } from 'node:fs'
import { failureOf } from './failure.ts'
import type { ChildAnswer, ChildStart, ChildTask } from './protocol.ts'

const loadInspection = () => import('./inspect-picture.ts')
const loadMeasuring = () => import('./measure-picture.ts')
const loadProcessing = () => import('./process-picture.ts')

// Only what the task needs is loaded, and before the task comes. A failure shows when the task asks for the module again.
const LOADERS: Readonly<Record<ChildTask['kind'], () => Promise<unknown>>> = {
  inspect: loadInspection,
  measure: loadMeasuring,
  process: loadProcessing,
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
    await send({ kind: 'done', result })
  } catch (error) {
    await send({ kind: 'failed', ...failureOf(error) })
  }
  process.exit(0)
})

async function run({ task, memoryLimitBytes }: ChildStart) {
  if (task.kind === 'inspect') {
    const { inspectPicture } = await loadInspection()
    return inspectPicture(task.request)
  }
  if (task.kind === 'measure') {
    const { measurePicture } = await loadMeasuring()
    return measurePicture(task.request)
  }
  const { processPicture } = await loadProcessing()
  return processPicture(task.request, {
    threads: task.threads,
    memoryLimitBytes,
    onProgress: (progress) => void send({ kind: 'progress', progress }),
  })
}

function removeParts() {
  if (!task || task.kind === 'measure') return
  const { request } = task
  const paths = [request.thumbnailPath, request.viewPath, 'resultPath' in request ? request.resultPath : undefined]
  for (const path of paths) {
    try {
      if (path) unlinkSync(path)
    } catch {
      // Not written yet: nothing to remove.
    }
  }
}
