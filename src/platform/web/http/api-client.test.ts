import type { ClientLink } from '@orpc/client'
import { expect, it, vi } from 'vitest'
import { apiClient } from './api-client.ts'

interface Jobs {
  readonly jobs: { get(input: { id: string }, options?: object): Promise<unknown> }
  readonly status: () => Promise<unknown>
}
const call = vi.fn<ClientLink<object>['call']>(async (path) => path.join('.'))
const client: Jobs = apiClient({ call }, ['processing'])

it('sends the path, the input and the options of a call', async () => {
  const { signal } = new AbortController()
  expect(await client.jobs.get({ id: 'a' }, { signal })).toBe('processing.jobs.get')
  expect(call).toHaveBeenLastCalledWith(['processing', 'jobs', 'get'], { id: 'a' }, { signal, context: {} })
  await client.status()
  expect(call).toHaveBeenLastCalledWith(['processing', 'status'], undefined, { context: {} })
})

it('hands on the context of a single call', async () => {
  await client.jobs.get({ id: 'a' }, { context: { headers: { a: 'b' } } })
  expect(call.mock.lastCall?.[2].context).toEqual({ headers: { a: 'b' } })
})

it('is no promise: awaiting it calls nothing', async () => {
  call.mockClear()
  expect(typeof (await client)).toBe('function')
  expect(call).not.toHaveBeenCalled()
})
