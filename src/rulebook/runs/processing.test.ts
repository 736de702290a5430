// Job states, progress, polling, the documented calls.
import { describe, expect, it } from 'vitest'
import { MODELS, modelByKey } from '../tools/catalogue.ts'
import { isFinalState, isInProgress, JOB_STATES, jobStateLabel, statesBefore } from './job-states.ts'
import {
  POLL_INTERVAL_MS,
  POLL_MAX_FAILURES,
  POLL_RETRY_DELAY_MS,
  PROVIDER_REQUESTS_PER_SECOND,
  SERVICE_POLL_LIMIT,
  TOOL_PAGE_POLL_LIMIT,
} from './polling.ts'
import { isAsyncFunctionType, modelOfCall, paramsToSend } from './processing-calls.ts'
import {
  ASYNC_PROGRESS,
  asyncProgress,
  DONE_PROGRESS,
  moveProgressTask,
  PROCESSING_OVERLAY_TEXT,
  PROGRESS_TASK_DISCARD_MS,
  PROGRESS_TASK_STATUSES,
  STAGE_TEXTS,
  SYNC_PROGRESS,
  stageText,
  startProgressTask,
} from './progress.ts'

describe('job states', () => {
  it('go forward only and end for good', () => {
    expect(JOB_STATES).toEqual(['pending', 'processing', 'completed', 'failed'])
    expect(JOB_STATES.map(statesBefore)).toEqual([
      ['processing'], // the way back of a job whose worker was lost
      ['pending'],
      ['processing'],
      ['pending', 'processing'],
    ])
    expect(JOB_STATES.filter(isFinalState)).toEqual(['completed', 'failed'])
  })
  it('have labels; pending and processing read the same (C-27)', () => {
    expect(['pending', 'processing', 'completed', 'failed', 'cancelled', 'constructor'].map(jobStateLabel)).toEqual([
      '处理中',
      '处理中',
      '已完成',
      '失败',
      '未知',
      '未知',
    ])
    expect(JOB_STATES.filter(isInProgress)).toEqual(['pending', 'processing'])
  })
})

describe('progress', () => {
  it('[ASYNC-04] is 5, 10, 15, then 15 + 0.8 × progress within 15 and 95, then 100', () => {
    expect([...Object.values(ASYNC_PROGRESS), DONE_PROGRESS]).toEqual([5, 10, 15, 100])
    expect([0, 50, 100].map(asyncProgress)).toEqual([15, 55, 95])
    expect([-10, 120].map(asyncProgress)).toEqual([15, 95])
  })
  it('[PROC-20] is 10, 30, 90, 100 in the sync flow', () => {
    expect([...Object.values(SYNC_PROGRESS), DONE_PROGRESS]).toEqual([10, 30, 90, 100])
  })
  it('[DATA-PROC-26] keeps nine fields in a task', () => {
    expect(Object.keys(startProgressTask('t', 3, 0))).toEqual([
      'taskId',
      'progress',
      'totalSteps',
      'currentStep',
      'message',
      'status',
      'startTime',
      'endTime',
      'error',
    ])
  })
  it('[DATA-PROC-27] knows four statuses of a task', () =>
    expect(PROGRESS_TASK_STATUSES).toEqual(['pending', 'running', 'completed', 'failed']))
  it('[STATE-06] moves a task from pending to running to completed or failed and no further', () => {
    const pending = startProgressTask('t', 1, 0)
    expect(pending).toMatchObject({ status: 'pending', progress: 0, currentStep: 0, totalSteps: 1, startTime: 0 })
    const running = moveProgressTask(pending, 'running', { timeMs: 1 })
    expect(running).toMatchObject({ status: 'running', endTime: undefined })
    const completed = moveProgressTask(running, 'completed', { timeMs: 2 })
    expect(completed).toMatchObject({ status: 'completed', progress: 100, endTime: 2 })
    const failed = moveProgressTask(running, 'failed', { timeMs: 3, error: 'x' })
    expect(failed).toMatchObject({ status: 'failed', progress: 0, endTime: 3, error: 'x' })
    expect(moveProgressTask(completed, 'failed', { timeMs: 4 })).toBe(completed)
    expect(moveProgressTask(failed, 'running', { timeMs: 4 })).toBe(failed)
    expect(moveProgressTask(running, 'pending', { timeMs: 4 })).toBe(running)
  })
  it('discards a finished task after a second', () => expect(PROGRESS_TASK_DISCARD_MS).toBe(1000))
  it('says every stage in Chinese, an unknown one in general words', () => {
    const stages = [
      'decode',
      'analyse',
      'denoise',
      'deblur',
      'repair',
      'enlarge',
      'detail',
      'light',
      'encode',
      'queued',
    ]
    expect(stages.map(stageText).every((text) => /^[\u4e00-\u9fff]+$/.test(text))).toBe(true)
    expect(stageText('constructor')).toBe(STAGE_TEXTS.working)
    expect(PROCESSING_OVERLAY_TEXT).toBe('AI 正在处理，可能需要几十秒')
  })
})

describe('polling', () => {
  it('asks every 5 s, tries again after 2 s and gives up at the third failure', () => {
    expect([POLL_INTERVAL_MS, POLL_RETRY_DELAY_MS, POLL_MAX_FAILURES]).toEqual([5000, 2000, 3])
    expect(PROVIDER_REQUESTS_PER_SECOND).toBe(5)
  })
  it('[ASYNC-06] has the limit of the service config', () =>
    expect(SERVICE_POLL_LIMIT).toEqual({ maxAttempts: 60, timeoutMs: 300_000 }))
  it('[ASYNC-07] has the limit of the landing flow', () =>
    expect(TOOL_PAGE_POLL_LIMIT).toEqual({ maxAttempts: 120, timeoutMs: 10 * 60 * 1000 }))
})

describe('documented calls', () => {
  it('[ASYNC-02] uses the async call for four function types', () => {
    const types = ['enhance-generative', 'sharpen-generative', 'restore-generative', 'restore']
    expect(types.every(isAsyncFunctionType)).toBe(true)
    expect(['enhance', 'sharpen', 'denoise', 'lighting', 'other'].some(isAsyncFunctionType)).toBe(false)
  })
  it('[ASYNC-01] has as async tools exactly generative enhance, generative sharpen and restore', () => {
    const asyncKeys = MODELS.filter((model) => model.isAsync).map((model) => model.key)
    expect(asyncKeys).toEqual([
      'enhance/generative/redefine',
      'enhance/generative/recovery',
      'enhance/generative/recovery-v2',
      'restore/dust-scratch',
      'sharpen/generative/super-focus',
      'sharpen/generative/super-focus-v2',
    ])
    for (const model of MODELS) expect(isAsyncFunctionType(model.tool)).toBe(model.isAsync)
  })
  it('finds the model of a call, restore by either name (C-44)', () => {
    for (const model of MODELS) expect(modelOfCall(model.tool, model.topazModel)).toBe(model)
    expect(modelOfCall('restore', 'Dust-Scratch')?.key).toBe('restore/dust-scratch')
    expect(modelOfCall('restore')?.key).toBe('restore/dust-scratch')
    expect(modelOfCall('enhance')?.key).toBe('enhance/standard/standard-v2')
    expect(modelOfCall('enhance-generative')?.key).toBe('enhance/generative/recovery-v2')
    expect(modelOfCall('enhance', 'Nope')).toBeUndefined()
    expect(modelOfCall('constructor')).toBeUndefined()
  })
  it('sends only values that are set, without model and credits', () => {
    expect(
      paramsToSend({ model: 'CGI', credits: 2, strength: 0, face_enhancement: false, sharpen: undefined, prompt: '' }),
    ).toEqual({ strength: 0, face_enhancement: false })
  })
  it('knows every model by its key', () => expect(MODELS.every((model) => modelByKey(model.key) === model)).toBe(true))
})
