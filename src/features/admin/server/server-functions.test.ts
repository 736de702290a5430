// The server functions that document 2 §7 names, on the real database: figures of the dashboard and of the credit pool with the
// days of the configured zone (U-19), the operator's log and its cleaning (C-15).
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, enterUserScope, type Transaction } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { addJob, addUser, failureCode, rowsOf, type SampleJob, undone } from './testing/sample-rows.ts'

const PERMISSION_DENIED = '42501'
const dayStart = sql`app_today_start()`
const beforeToday = sql`app_today_start() - interval '1 microsecond'`
const yesterdayStart = sql`app_today_start() - interval '1 day'`
const beforeYesterday = sql`app_today_start() - interval '1 day 1 microsecond'`

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const answerOf = async (tx: Transaction, call: SQL): Promise<unknown> =>
  (await rowsOf<{ answer: unknown }>(tx, sql`select ${call} as answer`))[0]!.answer
/** The answer of a function with these runs of one user in the database. */
const withJobs = (jobs: readonly SampleJob[], call: SQL): Promise<unknown> =>
  undone(database, async (tx) => {
    const userId = await addUser(tx)
    for (const job of jobs) await addJob(tx, userId, job)
    return answerOf(tx, call)
  })

describe('get_api_credit_pool_status', () => {
  const status = (jobs: readonly SampleJob[]) => withJobs(jobs, sql`get_api_credit_pool_status()`)

  it('[DATA-PROC-11] answers zeros, no rate and an empty map on a day without runs', async () => {
    expect(await status([])).toEqual({
      today_consumed: 0,
      yesterday_consumed: 0,
      trend_percentage: 0,
      total_processing_today: 0,
      success_rate_today: null,
      service_distribution_today: {},
    })
  })

  it('[DATA-PROC-11] counts completed runs of today and yesterday, and maps services to their number', async () => {
    const answer = await status([
      { createdAt: dayStart, listCredits: 5 },
      { service: 'topaz', listCredits: 4 },
      { service: 'topaz', status: 'failed', listCredits: 3 },
      { status: 'pending' },
      { service: 'local', listCredits: 50 },
      { createdAt: beforeToday, listCredits: 3 },
      { createdAt: yesterdayStart, listCredits: 3 },
      { createdAt: yesterdayStart, listCredits: 9, status: 'failed' },
      { createdAt: beforeYesterday, listCredits: 100 },
    ])
    expect(answer).toEqual({
      today_consumed: 9,
      yesterday_consumed: 6,
      trend_percentage: 50,
      total_processing_today: 5,
      success_rate_today: 75,
      service_distribution_today: { local: 1, topaz: 4 },
    })
  })

  it('[ADM-POOL-03] a run that its consumer cancelled is no failure (C-55)', async () => {
    const jobs = [{}, { status: 'failed' }, { status: 'failed', errorCode: 'processing-cancelled' }]
    expect(await status(jobs)).toMatchObject({ total_processing_today: 3, success_rate_today: 50 })
    expect(await status(jobs.slice(2))).toMatchObject({ success_rate_today: null })
  })

  it.each([
    ['100 after a day without any', [{}], 100],
    ['-100 on a day without any', [{ createdAt: beforeToday }], -100],
    ['0 for two equal days', [{}, { createdAt: beforeToday }], 0],
  ])('[DATA-PROC-11] has a trend of %s', async (_, jobs, trend) => {
    expect(await status(jobs)).toMatchObject({ trend_percentage: trend })
  })

  it('counts what the provider took: its own figure, also of a failed run; nothing of our engine; else the list price (C-05)', async () => {
    const reported = [
      { vendorCredits: 13 },
      { status: 'failed', vendorCredits: 2 },
      { service: 'local', listCredits: 50 },
    ]
    expect(Number(await withJobs(reported, sql`get_total_credits_consumed()`))).toBe(15)
    const jobs = [{ listCredits: 5 }, { createdAt: beforeYesterday, listCredits: 4 }, { status: 'failed' }]
    expect(Number(await withJobs(jobs, sql`get_total_credits_consumed()`))).toBe(9)
  })
})

describe('get_admin_dashboard_stats', () => {
  it('[DATA-PROC-12] answers new users and runs of today, and maps types to their number', async () => {
    const answer = await undone(database, async (tx) => {
      const userId = await addUser(tx, { createdAt: dayStart })
      await addUser(tx, { type: 'vip' })
      await addUser(tx, { createdAt: beforeToday })
      await addJob(tx, userId, { createdAt: dayStart })
      await addJob(tx, userId, { createdAt: beforeToday })
      return answerOf(tx, sql`get_admin_dashboard_stats()`)
    })
    expect(answer).toEqual({
      new_users_today: 2,
      total_processing_today: 1,
      user_type_distribution: { free: 2, vip: 1 },
    })
  })
})

describe('a day', () => {
  it.each([
    ['Asia/Shanghai', undefined],
    ['America/New_York', 'America/New_York'],
    ['Pacific/Kiritimati', 'Pacific/Kiritimati'],
  ])('begins at midnight of %s, at most a day ago', async (zone, setting) => {
    const [day] = await undone(database, async (tx) => {
      if (setting) await tx.execute(sql`select set_config('app.time_zone', ${setting}, true)`)
      return rowsOf<Record<string, unknown>>(
        tx,
        sql`select (${dayStart} at time zone ${zone})::time::text as clock, ${dayStart} <= now() as begun,
              (${dayStart} at time zone ${zone})::date = (now() at time zone ${zone})::date as is_today`,
      )
    })
    expect(day).toEqual({ clock: '00:00:00', begun: true, is_today: true })
  })
})

describe("the operator's log", () => {
  const logAs = async (tx: Transaction, adminId: string, targetId: string | null) => {
    await tx.execute(sql`select set_config('app.user_id', ${adminId}, true)`)
    return answerOf(tx, sql`log_admin_action('update_user', ${targetId}::uuid, '{"reason":"requested"}'::jsonb)`)
  }

  it('[DATA-PROC-15] log_admin_action keeps who did what to whom, with details', async () => {
    const { id, adminId, targetId, rows } = await undone(database, async (tx) => {
      const [adminId, targetId] = [await addUser(tx, { type: 'admin' }), await addUser(tx)]
      const id = await logAs(tx, adminId, targetId)
      return {
        id,
        adminId,
        targetId,
        rows: await rowsOf(tx, sql`select *, created_at = now() as is_now from admin_action_logs`),
      }
    })
    expect(rows).toMatchObject([
      {
        id,
        admin_id: adminId,
        target_user_id: targetId,
        action: 'update_user',
        action_details: { reason: 'requested' },
        ip_address: null,
        user_agent: null,
        is_now: true,
      },
    ])
  })

  it('[DATA-PROC-16] joins admin and target to their names and first addresses, and keeps rows without a target', async () => {
    const rows = await undone(database, async (tx) => {
      const adminId = await addUser(tx, { name: 'operator', type: 'admin' })
      await logAs(tx, adminId, await addUser(tx, { name: 'consumer' }))
      await logAs(tx, adminId, null)
      return rowsOf(
        tx,
        sql`select a.username as admin, a.initial_email as admin_email, t.username as target, t.initial_email as target_email
              from admin_action_logs l
              left join user_profiles a on a.id = l.admin_id left join user_profiles t on t.id = l.target_user_id
             order by t.username nulls last`,
      )
    })
    const admin = { admin: 'operator', admin_email: 'operator@example.com' }
    expect(rows).toEqual([
      { ...admin, target: 'consumer', target_email: 'consumer@example.com' },
      { ...admin, target: null, target_email: null },
    ])
  })

  it('takes no entry without an operator, and none from a consumer', async () => {
    const anonymous = undone(database, (tx) => answerOf(tx, sql`log_admin_action('update_user')`))
    expect(await failureCode(anonymous)).toBe('23502')
    const consumer = undone(database, async (tx) => {
      await enterUserScope(tx, await addUser(tx))
      return answerOf(tx, sql`log_admin_action('update_user')`)
    })
    expect(await failureCode(consumer)).toBe(PERMISSION_DENIED)
  })
})

describe('cleanup_old_admin_logs', () => {
  it('removes log rows and codes older than three months, and nothing of a consumer (C-15)', async () => {
    const left = await undone(database, async (tx) => {
      const userId = await addUser(tx, { createdAt: sql`now() - interval '2 years'` })
      await addJob(tx, userId, { createdAt: sql`now() - interval '1 year'` })
      for (const [action, age] of [
        ['old', '3 months 1 second'],
        ['kept', '3 months'],
      ] as const) {
        await tx.execute(sql`insert into admin_action_logs (admin_id, action, created_at)
          values (${userId}, ${action}, now() - ${age}::interval)`)
        await tx.execute(sql`insert into verification_codes (target_type, target_value, code, purpose, expires_at)
          values ('email', ${action}, 'hash', 'registration', now() - ${age}::interval)`)
      }
      const removed = await answerOf(tx, sql`cleanup_old_admin_logs()`)
      const [counts] = await rowsOf<object>(
        tx,
        sql`select (select string_agg(action, ',') from admin_action_logs) as actions,
              (select string_agg(target_value, ',') from verification_codes) as codes,
              (select count(*)::int from processing_history) as jobs, (select count(*)::int from user_uploads) as uploads,
              (select count(*)::int from user_profiles) as profiles`,
      )
      return { removed, ...counts }
    })
    expect(left).toEqual({ removed: 1, actions: 'kept', codes: 'kept', jobs: 1, uploads: 1, profiles: 1 })
  })
})
