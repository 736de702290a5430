import { expect, it } from 'vitest'
import { finishedJob, makeJob, RESULT } from '../testing/make-job.ts'
import { isBusy, NO_RUN, type RunEvent, type RunState, runReducer } from './run-state.ts'

const after = (...events: RunEvent[]): RunState => events.reduce(runReducer, NO_RUN)
const job = (changes: Parameters<typeof makeJob>[0]): RunEvent => ({
  type: 'job-changed',
  job: makeJob(changes),
  timeMs: 9,
})
const start: RunEvent = { type: 'run-started', timeMs: 1 }
const finish: RunEvent = { type: 'job-changed', job: finishedJob(), timeMs: 9 }

it('[STATE-06] the progress task goes from pending to running to completed or failed', () => {
  expect(after(start).task?.status).toBe('pending')
  const running = after(start, job({ status: 'processing', progress: 30 }))
  expect(running.task).toMatchObject({ status: 'running', progress: 30, startTime: 1, endTime: undefined })
  expect(runReducer(running, finish).task).toMatchObject({ status: 'completed', progress: 100, endTime: 9 })
  const failed = runReducer(running, job({ status: 'failed', error: { code: 'processing-timeout' } }))
  expect(failed.task).toMatchObject({ status: 'failed', error: 'processing-timeout' })
})

it('[DATA-PROC-26] the progress task has the documented fields', () => {
  const task = after(start, job({ status: 'processing', progress: 55, stage: 'denoise' })).task!
  expect(Object.keys(task).sort()).toEqual(
    ['currentStep', 'endTime', 'error', 'message', 'progress', 'startTime', 'status', 'taskId', 'totalSteps'].sort(),
  )
  expect(task.message).toBe('denoise')
})

it('[PROC-20] shows the progress of the server in its order', () => {
  const states = [10, 30, 90].map((progress) => job({ status: 'processing', progress }))
  const seen: (number | undefined)[] = []
  let state = after(start)
  for (const event of [...states, finish]) {
    state = runReducer(state, event)
    seen.push(state.task?.progress)
  }
  expect(seen).toEqual([10, 30, 90, 100])
})

it('a job found after a reload counts its time from its creation', () => {
  expect(after(job({ status: 'processing' })).task?.startTime).toBe(Date.parse('2026-01-01T00:00:00.000Z'))
})

it('a finished run takes newer addresses without another overlay', () => {
  const shown = after(start, finish, { type: 'task-discarded' })
  const renewed = finishedJob({ result: { ...RESULT, downloadAddress: '/files/newer' } })
  const state = runReducer(shown, { type: 'job-changed', job: renewed, timeMs: 20 })
  expect(state.task).toBeUndefined()
  expect(state.job?.result?.downloadAddress).toBe('/files/newer')
})

it('a cancelled job leaves nothing but the current picture', () => {
  const state = after(start, job({ status: 'failed', error: { code: 'processing-cancelled' } }))
  expect(state).toEqual(NO_RUN)
})

it('only one run at a time: starting, watching and lost are busy', () => {
  expect(isBusy(after(start))).toBe(true)
  expect(isBusy(after(start, job({})))).toBe(true)
  expect(isBusy(after(start, job({}), { type: 'job-lost', error: new Error('x') }))).toBe(true)
  expect(isBusy(after(start, finish))).toBe(false)
  expect(isBusy(after(start, { type: 'start-refused', error: { code: 'banned' } }))).toBe(false)
})

it('[ERR-PROC-14] [ERR-PROC-19] a job that ended without a reason, or completed without a result, says so', () => {
  const failed = after(start, job({ status: 'failed', error: null }))
  expect([failed.phase, failed.error]).toMatchObject(['failed', { message: 'Processing failed' }])
  const empty = after(start, { type: 'job-changed', job: { ...finishedJob(), result: null }, timeMs: 9 })
  expect(empty.phase).toBe('failed')
  expect(empty.error).toMatchObject({ message: 'Processing completed but no result received' })
})
