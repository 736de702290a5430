// Statistics by model and of newcomers over HTTP, on either home of the database (ours; C-55).
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJob, addUser, type SampleJob } from '#features/admin/server/testing/sample-rows.ts'
import { dayOf, daysBefore } from '#rulebook/site/calendar.ts'
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
const lastDays = (days: number) => {
  const to = dayOf(Date.now(), foundation.settings.timeZone)
  return { from: daysBefore(to, days - 1), to }
}
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
    const { models } = await api().statistics.models(lastDays(7))
    expect(models).toEqual([
      {
        modelKey: 'denoise/normal',
        completed: 5,
        failed: 1,
        medianSeconds: 3,
        p90Seconds: expect.closeTo(7.6),
        credits: 10,
        incomeUsd: 0,
        costUsd: 0,
      },
      {
        modelKey: 'lighting/adjust',
        completed: 0,
        failed: 1,
        medianSeconds: null,
        p90Seconds: null,
        credits: 0,
        incomeUsd: 0,
        costUsd: 0,
      },
    ])
    expect((await api().statistics.models(lastDays(30))).models.find(({ completed }) => completed === 1)).toMatchObject(
      {
        modelKey: 'lighting/adjust',
        medianSeconds: 5,
      },
    )
  })

  it.each([
    ['ends', 200],
    ['is merged into another one', 230],
  ])('stays as it was when the account %s, and so does what a credit brought', async (how, daysAgo) => {
    const at = ago(`${daysAgo} days`)
    const userId = await foundation.database.orm.transaction(async (tx) => {
      const id = await addUser(tx)
      await addJob(tx, id, { createdAt: at, vendorCredits: 3 })
      await addJob(tx, id, { createdAt: at, status: 'failed', errorCode: 'processing-failed' })
      return id
    })
    const grant = (to: string, kind: string) =>
      foundation.database.query(
        `insert into usage_logs (user_id, kind, amount, total_amount, reference) values ($1, $2, 500, 500, $3)`,
        [to, kind, userId],
      )
    await grant(userId, 'grant')
    await foundation.database.query(
      `update processing_history set started_at = created_at, completed_at = created_at + interval '7 seconds', processing_time_seconds = 7
        where user_id = $1`,
      [userId],
    )
    await foundation.database.query(
      `insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, expires_at,
         paid_at, next_check_at) values ($1, 'alipay', 'small', 'x', 1, 100, 'CNY', 'paid', now(), now() - interval '300 days', now())`,
      [admin.userId],
    )
    const days = { from: lastDays(daysAgo + 10).from, to: lastDays(daysAgo - 10).from }
    const before = await api().statistics.models(days)
    expect(before.models).toMatchObject([{ completed: 1, failed: 1, medianSeconds: 7, credits: 2 }])
    expect(before.models[0]!.incomeUsd).toBeGreaterThan(0)
    if (how !== 'ends') {
      await grant(admin.userId, 'merge')
      await foundation.database.query(
        'insert into account_merge_history (primary_user_id, merged_user_id) values ($1, $2)',
        [admin.userId, userId],
      )
    }
    await foundation.database.query('delete from auth_users where id = $1', [userId])
    expect((await api().statistics.models(days)).models).toEqual(before.models)
  })

  it('tells how many newcomers used the service, and how many paid', async () => {
    const { funnel: before } = await api().statistics.models(lastDays(90))
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
    const { funnel } = await api().statistics.models(lastDays(90))
    expect(funnel.signUps - before.signUps).toBe(3)
    expect([funnel.ran - before.ran, funnel.bought - before.bought]).toEqual([2, 1])
  })
})

describe('money', () => {
  const order = (values: string) =>
    foundation.database.query(
      `insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, expires_at, next_check_at,
         paid_at) values ($1, 'alipay', ${values})`,
      [admin.userId],
    )

  it('tells what came in and went back by day, each currency by itself, and what a model brought and cost', async () => {
    const days = lastDays(7)
    const before = await api().statistics.sales(days)
    await order(`'small', 'x', 20, 2800, 'CNY', 'paid', now(), now(), now()`)
    await order(`'small', 'x', 20, 399, 'USD', 'paid', now(), now(), now()`)
    await order(`'small', 'x', 20, 2800, 'CNY', 'paid', now(), now(), now() - interval '30 days'`)
    await order(`'small', 'x', 20, 2800, 'CNY', 'pending', now(), now(), null`)
    const { days: rows, buyers } = await api().statistics.sales(days)
    expect(rows).toHaveLength(7)
    const [then, now] = [before.days.at(-1)!, rows.at(-1)!]
    expect([now.orders - then.orders, now.cny.income - then.cny.income, now.usd.income - then.usd.income]).toEqual([
      2, 2800, 399,
    ])
    expect(buyers - before.buyers).toBe(1)
    await api().pool.update({ totalPurchased: 1000, costPerCredit: 0.05, notes: 'margin' })
    await addJobs({ service: 'topaz', vendorCredits: 4 })
    const { models } = await api().statistics.models(days)
    const use = models.find(({ modelKey }) => modelKey === 'enhance/standard/standard-v2')!
    // All credits that were handed out share what all packs brought.
    const [{ credits }] = (await foundation.database.query<{ credits: number }>(
      `select sum(total_amount)::float8 as credits from ledger_ever where kind <> 'merge'`,
    )) as [{ credits: number }]
    const [{ orders }] = (await foundation.database.query<{ orders: number }>(
      `select count(*)::int as orders from payment_orders where paid_at is not null and status <> 'refunded'`,
    )) as [{ orders: number }]
    expect(use.incomeUsd).toBeCloseTo((use.credits * orders * 3.99) / credits)
    expect(use.costUsd).toBeGreaterThanOrEqual(0.2)
  })

  it('takes no range that ends before it begins, or that is longer than a year', async () => {
    for (const range of [
      { from: '2026-02-01', to: '2026-01-31' },
      { from: '2025-01-01', to: '2026-01-02' },
    ]) {
      await expect(api().statistics.models(range)).rejects.toMatchObject({ code: 'export-range' })
      await expect(api().statistics.sales(range)).rejects.toMatchObject({ code: 'export-range' })
    }
  })

  it('tells what waits and what is kept', async () => {
    const before = await api().statistics.load()
    await addJobs({ status: 'pending', createdAt: ago('90 seconds') })
    const now = await api().statistics.load()
    expect([
      now.waiting - before.waiting,
      now.pictures - before.pictures,
      now.pictureBytes - before.pictureBytes,
    ]).toEqual([1, 1, 2048])
    expect(now.oldestWaitingSeconds).toBeGreaterThanOrEqual(90)
  })
})
