// Jobs whose worker is gone, whose time is over, or whose queue entry is lost: ended or done again, and the money is right.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import { failJob } from '../jobs/settle-job.ts'
import { createTestUser, openTestService, readMoney, startInput, type TestService } from '../testing/test-service.ts'

// No worker takes anything here: the states are made by hand.
let service: TestService
const emails: EmailMessage[] = []
beforeAll(async () => {
  const mailer = { delivers: true, send: async (message: EmailMessage) => void emails.push(message) }
  service = await openTestService({ hasWorker: false, overrides: { mailer } })
})
afterAll(() => service.close())

async function startedJob(changes = ''): Promise<{ userId: string; id: string }> {
  const userId = await createTestUser(service.database)
  const { id } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
  if (changes) await service.database.query(`update processing_history set ${changes} where id = $1`, [id])
  return { userId, id }
}
const stateOf = async (id: string) =>
  (
    await service.database.query<{ status: string; error_code: string | null; attempts: number }>(
      'select status, error_code, attempts from processing_history where id = $1',
      [id],
    )
  )[0]!
const entriesOf = async (id: string) =>
  (
    await service.database.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where name = 'run-job' and data ->> 'jobId' = $1`,
      [id],
    )
  )[0]!.n
const LOST = `status = 'processing', heartbeat_at = now() - interval '16 seconds'`

describe('recovery', () => {
  it('gives a job without a heartbeat to the next worker', async () => {
    const { userId, id } = await startedJob(`${LOST}, attempts = 1`)
    await service.processing.recover()
    expect(await stateOf(id)).toEqual({ status: 'pending', error_code: null, attempts: 1 })
    expect(await entriesOf(id)).toBe(2)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 3, ledger: 3 })
  })

  it('leaves a job with a fresh heartbeat alone', async () => {
    const { id } = await startedJob(`status = 'processing', heartbeat_at = now() - interval '5 seconds', attempts = 1`)
    await service.processing.recover()
    expect((await stateOf(id)).status).toBe('processing')
  })

  it('ends a job that lost its worker three times: failed, credits back', async () => {
    const { userId, id } = await startedJob(`${LOST}, attempts = 3`)
    await service.processing.recover()
    expect(await stateOf(id)).toMatchObject({ status: 'failed', error_code: 'crashed' })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('writes the email of an end that no worker was left to write, to who asked for it and did not cancel', async () => {
    const late = `created_at = now() - interval '61 seconds'`
    const asked = async ({ userId }: { readonly userId: string }) => {
      await service.database.query(`update user_profiles set mails_when_done = true where id = $1`, [userId])
      await service.database.query(`update auth_users set email_verified = true where id = $1`, [userId])
    }
    await startedJob(`${LOST}, attempts = 3, ${late}`)
    await asked(await startedJob(`${LOST}, attempts = 3`))
    await asked(await startedJob(`${LOST}, attempts = 1, cancel_requested = true, ${late}`))
    await service.processing.recover()
    expect(emails).toEqual([])
    await asked(await startedJob(`${LOST}, attempts = 3, ${late}`))
    await service.processing.recover()
    await expect.poll(() => emails.map(({ subject }) => subject)).toEqual(['焕影：图片处理未成功'])
    await service.processing.recover()
    expect(emails).toHaveLength(1)
  })

  it('keeps a stored result, however often the worker was lost: it only has to be captured', async () => {
    const { id } = await startedJob(
      `${LOST}, attempts = 3, deadline_at = now() - interval '1 hour', memory = '{"storedResult": {}}'`,
    )
    await service.processing.recover()
    expect(await stateOf(id)).toMatchObject({ status: 'pending' })
  })

  it('ends a lost job that its owner had cancelled', async () => {
    const { userId, id } = await startedJob(`${LOST}, attempts = 1, cancel_requested = true`)
    await service.processing.recover()
    expect(await stateOf(id)).toMatchObject({ status: 'failed', error_code: 'processing-cancelled' })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('ends jobs over their limit, waiting and running: 处理超时, credits back (C-13)', async () => {
    const waiting = await startedJob(`deadline_at = now() - interval '1 second'`)
    const running = await startedJob(
      `status = 'processing', heartbeat_at = now(), attempts = 1, deadline_at = now() - interval '11 seconds'`,
    )
    await service.processing.recover()
    for (const { userId, id } of [waiting, running]) {
      expect(await stateOf(id)).toMatchObject({ status: 'failed', error_code: 'processing-timeout' })
      expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
    }
  })

  it('announces a waiting job again whose queue entry was lost, once a minute', async () => {
    const { id } = await startedJob(`created_at = now() - interval '61 seconds'`)
    await service.database.query(`delete from pgboss.job where data ->> 'jobId' = $1`, [id])
    await service.processing.recover()
    await service.processing.recover()
    expect(await entriesOf(id)).toBe(1)
  })

  it('does the same in two processes at once as in one', async () => {
    const { userId, id } = await startedJob(`${LOST}, attempts = 3`)
    const lost = await startedJob(`${LOST}, attempts = 1`)
    await Promise.all([service.processing.recover(), service.processing.recover()])
    expect(await stateOf(id)).toMatchObject({ status: 'failed' })
    expect(await entriesOf(lost.id)).toBe(2)
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })
})

describe('a waiting job', () => {
  it('is cancelled at once, without a worker', async () => {
    const { userId, id } = await startedJob()
    const job = await service.clientOf(userId).processing.jobs.cancel({ id })
    expect(job).toMatchObject({ status: 'failed', error: { code: 'processing-cancelled' } })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })
})

// Last, because from here on a worker runs.
describe('a worker that starts', () => {
  beforeAll(async () => {
    const left = await service.database.query<{ id: string }>(
      `select id from processing_history where status in ('pending', 'processing')`,
    )
    for (const { id } of left) await failJob(service.database, id, { code: 'processing-cancelled' })
  })

  it('ends a run at its limit with 处理超时 and gives the credits back', async () => {
    service.provider.next({ hangs: true })
    const { userId, id } = await startedJob(`deadline_at = now() + interval '1 second'`)
    await service.processing.startWorker()
    const seen = []
    for await (const job of await service.clientOf(userId).processing.jobs.watch({ id })) seen.push(job)
    expect(seen.at(-1)).toMatchObject({ status: 'failed', error: { code: 'processing-timeout' }, creditsConsumed: 0 })
    expect(await readMoney(service.database, userId)).toEqual({ balance: 5, ledger: 5 })
  })

  it('captures a remembered result without running the tool again', async () => {
    const stored = { width: 9, height: 8, inputHeight: 4, seconds: 3, viewMimeType: 'image/jpeg' }
    service.provider.next({})
    const calls = service.provider.requests.length
    const userId = await createTestUser(service.database)
    const input = await startInput(service, userId)
    await service.database.query(
      `create or replace function test_memory() returns trigger language plpgsql as $$ begin
         new.memory = '${JSON.stringify({ storedResult: stored })}'; return new; end $$`,
    )
    await service.database.query(
      'create trigger test_memory before insert on processing_history for each row execute function test_memory()',
    )
    const { id } = await service.clientOf(userId).processing.jobs.start(input)
    await service.database.query('drop trigger test_memory on processing_history')
    const seen = []
    for await (const job of await service.clientOf(userId).processing.jobs.watch({ id })) seen.push(job)
    expect(seen.at(-1)).toMatchObject({ status: 'completed', creditsConsumed: 2, result: { width: 9, height: 8 } })
    expect(service.provider.requests.length).toBe(calls)
  })

  it('captures it also while the account elsewhere is refused, which it needs no more', async () => {
    const storedResult = { width: 9, height: 8, inputHeight: 4, seconds: 3, viewMimeType: 'image/jpeg' }
    service.provider.next({ hangs: true })
    const userId = await createTestUser(service.database)
    const before = service.provider.requests.length
    const { id } = await service.clientOf(userId).processing.jobs.start(await startInput(service, userId))
    // Not by its state, which comes before the call of the provider.
    await expect.poll(() => service.provider.requests.length).toBe(before + 1)
    Object.assign(service.provider, { gate: { isConfigured: true, refusal: async () => 'provider-quota' } })
    try {
      await service.database.query(
        `update processing_history set status = 'pending', heartbeat_at = null, memory = $2,
           created_at = now() - interval '61 seconds' where id = $1`,
        [id, JSON.stringify({ storedResult })],
      )
      await service.processing.recover()
      await expect.poll(async () => (await stateOf(id)).status).toBe('completed')
      expect(service.provider.requests.length).toBe(before + 1)
    } finally {
      Object.assign(service.provider, { gate: undefined })
    }
  })
})
