// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { processingClient } from '../processing-client.ts'
import { makeJob } from '../testing/make-job.ts'
import { findJob } from './find-job.ts'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
const { jobs } = vi.mocked(processingClient, { deep: true })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it('a run under way is found also where the first question is lost: it is not started a second time (C-43)', async () => {
  const run = makeJob({ status: 'processing' })
  jobs.open.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce([run])
  const found = findJob(run.modelKey, undefined)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await found).toEqual(run)
})
