import { Hono } from 'hono'
import { beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { giveBackIfServiceFails, givingBackTries, noteServiceFailure, restoreIfServiceFails } from './counted-tries.ts'

const done: string[] = []
const work = (name: string) => async () => void done.push(name)
const app = new Hono()
app.use(givingBackTries(createLog('silent')))
app.get('/:status', (context) => {
  restoreIfServiceFails(work('first'))
  restoreIfServiceFails(work('second'))
  return context.text('', Number(context.req.param('status')) as 200)
})
app.get('/redirect/:outcome', (context) => {
  restoreIfServiceFails(work('link'))
  if (context.req.param('outcome') === 'failed') noteServiceFailure()
  return context.redirect('/auth/callback')
})
const restore = vi.fn(() => Promise.reject(new Error('the database is away')))
app.get('/away/now', (context) => {
  restoreIfServiceFails(restore)
  giveBackIfServiceFails(work('count'))
  return context.text('', 500)
})

app.get('/away/long', (context) => {
  restoreIfServiceFails(work('never begun'))
  restoreIfServiceFails(() => new Promise((_resolve, reject) => setTimeout(reject, 6000, new Error('away'))))
  return context.text('', 500)
})

beforeEach(() => {
  done.length = 0
})

it.each([
  [500, ['second', 'first']],
  [400, []],
  [200, []],
])('what was spent for an answer of %i is put back before it, the last first', async (status, expected) => {
  await app.request(`/${status}`)
  expect(done).toEqual(expected)
})

it('a redirect to a page that tells of the failure is a failure', async () => {
  await app.request('/redirect/done')
  expect(done).toEqual([])
  await app.request('/redirect/failed')
  expect(done).toEqual(['link'])
})

it('a database that lets the first wait too long costs the others no further wait', async () => {
  vi.useFakeTimers()
  const answer = app.request('/away/long')
  await vi.advanceTimersByTimeAsync(6000)
  expect((await answer).status).toBe(500)
  expect(done).toEqual([])
  vi.useRealTimers()
})

it('what cannot be put back before the answer is not put back behind it', async () => {
  vi.useFakeTimers()
  const answer = app.request('/away/now')
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await answer).status).toBe(500)
  const tried = restore.mock.calls.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(restore.mock.calls.length).toBe(tried)
  expect(done).toEqual(['count'])
  vi.useRealTimers()
})
