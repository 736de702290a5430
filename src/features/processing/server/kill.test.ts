// The server killed with -9 while a job waits, runs, and between storing and capturing: after the restart the job is finished
// once, or failed with its credits back, the ledger equals the balance, and the audit finds nothing. Real processes on the real database of this run.
import { afterEach, describe, expect, it } from 'vitest'
import { expectGreenAuditAt } from '#features/admin/server/testing/expect-green-audit.ts'
import { killedProcesses } from './testing/killed-processes.ts'

const { killedAt, finish, database } = killedProcesses()
afterEach(() => expectGreenAuditAt(database()))

describe('kill -9', () => {
  it('while a job waits: the next process does it, once, for its price', async () => {
    const end = await finish(await killedAt('wait'))
    expect(end).toMatchObject({ job: { status: 'completed', creditsConsumed: 2 }, attempts: 1, providerCalls: 1 })
    expect(end.money).toEqual({ balance: 3, ledger: 3 })
    expect(end.entries).toEqual(['capture', 'hold'])
  }, 120_000)

  it('while a job runs: the next process begins again and finishes it for one price', async () => {
    const end = await finish(await killedAt('run'))
    expect(end).toMatchObject({ job: { status: 'completed', creditsConsumed: 2 }, attempts: 2, providerCalls: 1 })
    expect(end.money).toEqual({ balance: 3, ledger: 3 })
    expect(end.entries).toEqual(['capture', 'hold'])
  }, 120_000)

  it('between storing and capturing: the next process captures without running the tool again', async () => {
    const end = await finish(await killedAt('store'))
    expect(end).toMatchObject({ job: { status: 'completed', creditsConsumed: 2 }, attempts: 2, providerCalls: 0 })
    expect(end.job.result).toMatchObject({ width: 64, height: 48 })
    expect(end.money).toEqual({ balance: 3, ledger: 3 })
    expect(end.entries).toEqual(['capture', 'hold'])
  }, 120_000)

  it('three times while it runs: failed, and the credits are back', async () => {
    const job = await killedAt('run')
    await killedAt('run', { job })
    await killedAt('run', { job })
    const end = await finish(job)
    expect(end).toMatchObject({ job: { status: 'failed', error: { code: 'crashed' } }, attempts: 3, providerCalls: 0 })
    expect(end.money).toEqual({ balance: 5, ledger: 5 })
    expect(end.entries).toEqual(['hold', 'release'])
  }, 180_000)
})
