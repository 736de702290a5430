// The credit pool over HTTP, on either home of the database (document 2 §3, §5, §7 Admin; C-55, P-12). The dashboard is
// admin-statistics.test.ts.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyActionLog } from '#features/admin/server/testing/empty-action-log.ts'
import { addJob, type SampleJob } from '#features/admin/server/testing/sample-rows.ts'
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
  admin = await signUpAdmin(foundation, `http://127.0.0.1:${service.port}`, 'operator@pool.example.com')
})
afterAll(() => service.stop())

beforeEach(async () => {
  for (const table of ['processing_history', 'ended_runs', 'api_credit_pool'])
    await foundation.database.query(`delete from ${table}`)
  await emptyActionLog(foundation.database)
})

const api = () => admin.api.admin
const addJobs = (...jobs: readonly SampleJob[]) =>
  foundation.database.orm.transaction(async (tx) => {
    for (const job of jobs) await addJob(tx, admin.userId, job)
  })
const ago = (interval: string) => sql`now() - ${interval}::interval`

describe('the credit pool', () => {
  const update = (totalPurchased: number, costPerCredit: number, notes = 'bought') =>
    api().pool.update({ totalPurchased, costPerCredit, notes })
  const storedRows = () =>
    foundation.database.query<Record<string, unknown>>(
      `select total_purchased::int, consumed::int, remaining::int, cost_per_credit::float8, total_cost::float8,
              last_updated > now() - interval '1 minute' as is_fresh from api_credit_pool`,
    )

  it('[ADM-POOL-21] answers nothing, and no error, while there is no row', async () => {
    expect(await api().pool.newest()).toBeNull()
  })

  it('[ADM-POOL-22] get_total_credits_consumed answers a number', async () => {
    await addJobs({ listCredits: 5 }, { listCredits: 4, createdAt: ago('40 days') }, { status: 'failed' })
    expect(await api().pool.totalConsumed()).toBe(9)
  })

  it('[ADM-POOL-23] keeps what was entered with the values computed from it, in one row however often', async () => {
    await addJobs({ listCredits: 5, createdAt: ago('40 days') })
    expect(await update(2000, 0.05)).toMatchObject({ total_purchased: 2000, consumed: 5, remaining: 1995 })
    await update(30_000, 0.0333)
    const row = { total_purchased: 30_000, consumed: 5, remaining: 29_995, cost_per_credit: 0.0333, total_cost: 999 }
    expect(await storedRows()).toEqual([{ ...row, is_fresh: true }])
    expect(await api().pool.newest()).toEqual({ ...row, last_updated: expect.any(String), consumed_since: 0 })
  })

  it('tells what was used after the row was written', async () => {
    await update(2000, 0.05)
    await addJobs({ listCredits: 4 }, { listCredits: 3, status: 'failed' })
    await foundation.database.query(`update processing_history set completed_at = now() + interval '1 second'`)
    expect(await api().pool.newest()).toMatchObject({ consumed: 0, remaining: 2000, consumed_since: 4 })
  })

  it('[ADM-POOL-24] is logged as update_credit_pool with the notes', async () => {
    await update(1000, 0.05, '  first purchase ')
    await update(3000, 0.06, 'second purchase')
    const rows = await foundation.database.query<{ action: string; details: unknown; admin_id: string }>(
      `select action, admin_id, action_details as details from admin_action_logs order by created_at`,
    )
    expect(rows).toMatchObject([
      { action: 'update_credit_pool', details: { notes: 'first purchase', total_purchased: { from: null, to: 1000 } } },
      {
        action: 'update_credit_pool',
        admin_id: admin.userId,
        details: {
          notes: 'second purchase',
          total_purchased: { from: 1000, to: 3000 },
          cost_per_credit: { from: 0.05, to: 0.06 },
          total_cost: 180,
        },
      },
    ])
  })

  it.each([
    ['nothing purchased', 0, 0.05, 'x'],
    ['part of a credit', 1.5, 0.05, 'x'],
    ['more than the table holds', 1_000_000_001, 0.05, 'x'],
    ['no cost', 1, 0, 'x'],
    ['a cost that is stored as 0', 1, 0.00001, 'x'],
    ['a cost beyond the table', 1, 10, 'x'],
    ['blank notes', 1, 0.05, '   '],
  ])('[ADM-POOL-11] [ADM-POOL-12] [ADM-POOL-13] refuses %s, and leaves no trace', async (_, purchased, cost, notes) => {
    await expect(update(purchased, cost, notes)).rejects.toMatchObject({ code: 'pool-input-invalid' })
    expect(await storedRows()).toEqual([])
    expect(await foundation.database.query('select 1 from admin_action_logs')).toEqual([])
  })

  it('takes the largest row that it allows', async () => {
    await update(1_000_000_000, 9.9999)
    expect(await storedRows()).toMatchObject([{ total_cost: 9_999_900_000 }])
  })

  it('is one whole row after many admins at once, the last of the log', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => update((index + 1) * 1000, (index + 1) / 100, `n${index}`)),
    )
    const rows = await storedRows()
    expect(rows).toHaveLength(1)
    const { total_purchased: purchased, cost_per_credit: cost, total_cost: total } = rows[0] as Record<string, number>
    expect(cost).toBe(purchased! / 100_000)
    expect(total).toBeCloseTo(purchased! * cost!, 4)
    const logged = await foundation.database.query<{ to: number; from: number | null }>(
      `select (action_details->'total_purchased'->>'to')::int as to, (action_details->'total_purchased'->>'from')::int as from
         from admin_action_logs`,
    )
    // Each one saw the row of the one before: a chain from nothing to what is stored.
    const next = new Map(logged.map(({ from, to }) => [from, to]))
    let last: number | null = null
    for (let step = 0; step < 8; step += 1) last = next.get(last)!
    expect(last).toBe(purchased)
  })
})
