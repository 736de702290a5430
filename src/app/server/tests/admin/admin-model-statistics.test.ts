// Statistics by model and of newcomers over HTTP, on either home of the database (ours; C-55).
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJob, addUser, type SampleJob } from '#features/admin/server/testing/sample-rows.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import type { TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
beforeAll(async () => {
  foundation = await openTestFoundation()
  service = await startOn(foundation)
  admin = await signUpAdmin(foundation, `http://127.0.0.1:${service.port}`, 'operator@models.example.com')
})
afterAll(() => service.stop())

const api = () => admin.api.admin
const addJobs = (...jobs: readonly SampleJob[]) =>
  foundation.database.orm.transaction(async (tx) => {
    for (const job of jobs) await addJob(tx, admin.userId, job)
  })
const ago = (interval: string) => sql`now() - ${interval}::interval`

describe('by model', () => {
  const took = (model: string, seconds: number, columns: Record<string, unknown> = {}) => ({
    model,
    seconds,
    ...columns,
  })
  async function addRuns(...runs: readonly ReturnType<typeof took>[]): Promise<void> {
    await addJobs(...runs.map((run) => run as SampleJob))
    const rows = await foundation.database.query<{ id: string }>(
      `select id from processing_history where started_at is null order by created_at desc, id`,
    )
    for (const [i, { id }] of rows.entries())
      await foundation.database.query(
        `update processing_history set model_key = $2, started_at = now(), completed_at = now() + make_interval(secs => $3) where id = $1`,
        [id, runs[i]!.model, runs[i]!.seconds],
      )
  }

  it('counts what was completed and what failed, without what was cancelled, with usual and long times', async () => {
    for (const seconds of [1, 2, 3, 4, 10]) await addRuns(took('denoise/normal', seconds))
    await addRuns(took('denoise/normal', 1, { status: 'failed', errorCode: 'processing-failed' }))
    await addRuns(took('denoise/normal', 1, { status: 'failed', errorCode: 'processing-cancelled' }))
    await addRuns(took('lighting/adjust', 1, { status: 'failed', errorCode: 'processing-failed' }))
    await addRuns(took('lighting/adjust', 5, { createdAt: ago('8 days') }))
    const { models } = await api().statistics.models({ days: 7 })
    expect(models).toEqual([
      {
        modelKey: 'denoise/normal',
        completed: 5,
        failed: 1,
        medianSeconds: 3,
        p90Seconds: expect.closeTo(7.6),
        credits: 10,
      },
      { modelKey: 'lighting/adjust', completed: 0, failed: 1, medianSeconds: null, p90Seconds: null, credits: 0 },
    ])
    expect((await api().statistics.models({ days: 30 })).models.find(({ completed }) => completed === 1)).toMatchObject(
      {
        modelKey: 'lighting/adjust',
        medianSeconds: 5,
      },
    )
  })

  it('tells how many newcomers used the service, and how many paid', async () => {
    const { funnel: before } = await api().statistics.models({ days: 90 })
    const [visitor, user, buyer] = await foundation.database.orm.transaction(async (tx) => [
      await addUser(tx),
      await addUser(tx),
      await addUser(tx),
    ])
    await foundation.database.orm.transaction(async (tx) => {
      for (const id of [user!, buyer!, buyer!]) await addJob(tx, id)
      await addJob(tx, visitor!, { status: 'failed' })
    })
    await foundation.database.query(
      `insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, expires_at,
         paid_at, next_check_at) values ($1, 'alipay', 'small', 'x', 1, 100, 'CNY', 'paid', now(), now(), now())`,
      [buyer],
    )
    const { funnel } = await api().statistics.models({ days: 90 })
    expect(funnel.signUps - before.signUps).toBe(3)
    expect([funnel.ran - before.ran, funnel.bought - before.bought]).toEqual([2, 1])
  })
})
