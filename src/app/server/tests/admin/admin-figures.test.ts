// Dashboard, credit pool and statistics over HTTP, on either home of the database (document 2 §2, §3, §5, §7 Admin; C-40, C-55,
// P-12, P-13, U-20, U-21, U-63). The server functions themselves are proved in server-functions.test.ts.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJob, addUser, type SampleJob } from '#features/admin/server/testing/sample-rows.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import type { TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
const letters = { check: async () => {} }
const storage = { isWritable: true }

beforeAll(async () => {
  const opened = await openTestFoundation({ TIME_ZONE: 'Pacific/Kiritimati' })
  foundation = {
    ...opened,
    mailer: { ...opened.mailer, check: () => letters.check() },
    storage: {
      ...opened.storage,
      checkWritable: async () => {
        if (!storage.isWritable) throw new Error('the disk is full')
      },
    },
  }
  service = await startOn(foundation)
  admin = await signUpAdmin(foundation, `http://127.0.0.1:${service.port}`, 'operator@figures.example.com')
})
afterAll(() => service.stop())

beforeEach(async () => {
  for (const table of ['processing_history', 'api_credit_pool', 'admin_action_logs', 'system_configs'])
    await foundation.database.query(`delete from ${table}`)
})

const api = () => admin.api.admin
const addJobs = (...jobs: readonly SampleJob[]) =>
  foundation.database.orm.transaction(async (tx) => {
    for (const job of jobs) await addJob(tx, admin.userId, job)
  })
const ago = (interval: string) => sql`now() - ${interval}::interval`

describe('the dashboard', () => {
  it('[ADM-DASH-12] reads the 5 newest users with all fields, the newest first', async () => {
    await foundation.database.orm.transaction(async (tx) => {
      for (const minutes of [6, 5, 4, 3, 2, 1])
        await addUser(tx, {
          name: `user-${minutes}`,
          type: 'vip',
          createdAt: sql`now() + ${10 - minutes} * interval '1 minute'`,
        })
    })
    const users = await api().dashboard.newestUsers()
    expect(users.map(({ username }) => username)).toEqual(['user-1', 'user-2', 'user-3', 'user-4', 'user-5'])
    expect(users[0]).toEqual({
      id: expect.any(String),
      username: 'user-1',
      initialEmail: 'user-1@example.com',
      avatarUrl: null,
      userType: 'vip',
      status: 'active',
      creditsRemaining: 0,
      creditsTotal: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  it('[ADM-DASH-13] reads the 5 latest runs, the latest first, and whose they were', async () => {
    await addJobs(
      ...[6, 5, 4, 3, 2, 1].map((minutes) => ({ createdAt: ago(`${minutes} minutes`), listCredits: minutes })),
    )
    const jobs = await api().dashboard.latestJobs()
    expect(jobs).toHaveLength(5)
    const times = jobs.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(jobs[0]).toMatchObject({
      aiService: 'local',
      modelKey: 'enhance/standard/standard-v2',
      status: 'completed',
      creditsConsumed: 0,
      initialEmail: 'operator@figures.example.com',
    })
  })

  it('[ADM-DASH-14] get_admin_dashboard_stats answers its fields', async () => {
    await addJobs({}, { status: 'failed' })
    expect(await api().dashboard.stats()).toEqual({
      new_users_today: expect.any(Number),
      total_processing_today: 2,
      user_type_distribution: expect.objectContaining({ admin: 1, vip: 6 }),
    })
  })

  it('[ADM-DASH-15] get_api_credit_pool_status answers its fields', async () => {
    await addJobs({ service: 'topaz', listCredits: 5 }, { status: 'failed' }, {})
    expect(await api().pool.status()).toEqual({
      today_consumed: 7,
      yesterday_consumed: 0,
      trend_percentage: 100,
      total_processing_today: 3,
      success_rate_today: 66.7,
      service_distribution_today: { local: 2, topaz: 1 },
    })
  })

  it('counts days of the configured zone (U-19)', async () => {
    // Midnight on Kiritimati is ten in the morning of the day before in UTC.
    const midnight = sql`date_trunc('day', now() at time zone 'Pacific/Kiritimati') at time zone 'Pacific/Kiritimati'`
    await addJobs({ createdAt: midnight }, { createdAt: sql`${midnight} - interval '1 second'`, listCredits: 1 })
    expect(await api().pool.status()).toMatchObject({ today_consumed: 2, yesterday_consumed: 1 })
    const days = await api().statistics.creditUse()
    expect(days.slice(-2).map(({ credits }) => credits)).toEqual([1, 2])
  })
})

describe('the state of the system', () => {
  const healthy = {
    database: 'healthy',
    storage: 'healthy',
    mail: 'healthy',
    provider: 'healthy',
    payment: 'not-configured',
  }

  it('is asked from the parts themselves', async () => {
    expect(await api().dashboard.system()).toEqual({
      parts: healthy,
      lastHour: { ended: 0, failed: 0, keyFailures: 0, quotaFailures: 0 },
      emergencyStop: false,
      maintenance: false,
    })
    letters.check = () => Promise.reject(new Error('no such host'))
    storage.isWritable = false
    expect((await api().dashboard.system()).parts).toEqual({ ...healthy, mail: 'down', storage: 'down' })
    letters.check = async () => {}
    storage.isWritable = true
  })

  it('judges the provider by the last hour; what a consumer cancelled is no failure', async () => {
    await addJobs(
      ...Array.from({ length: 8 }, () => ({})),
      { status: 'failed' },
      { status: 'failed' },
      { status: 'failed' },
    )
    await addJobs({ status: 'failed', createdAt: ago('61 minutes') }, { status: 'processing' })
    await foundation.database.query(
      `with failures as (select id, row_number() over () as n from processing_history
                          where status = 'failed' and created_at > now() - interval '1 hour')
       update processing_history set error_code = (array['provider-quota', 'provider-key', 'processing-cancelled'])[n]
         from failures where failures.id = processing_history.id`,
    )
    const system = await api().dashboard.system()
    expect(system.lastHour).toEqual({ ended: 10, failed: 2, keyFailures: 1, quotaFailures: 1 })
    expect(system.parts.provider).toBe('degraded')
  })

  it('tells of the switches', async () => {
    await foundation.database.query(`insert into system_configs (config_key, config_value)
      values ('emergency_stop', 'true'), ('maintenance_mode', 'true')`)
    await expect
      .poll(() => api().dashboard.system(), { timeout: 10_000 })
      .toMatchObject({
        emergencyStop: true,
        maintenance: true,
      })
  })
})

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

describe('the statistics', () => {
  it('[ADM-STATS-01] count new users of 30 days, days without any too', async () => {
    const before = await api().statistics.userGrowth()
    expect(before).toHaveLength(30)
    await foundation.database.orm.transaction(async (tx) => {
      await addUser(tx, { createdAt: sql`app_today_start() - interval '10 days'` })
      await addUser(tx, { createdAt: sql`app_today_start() - interval '300 days'` })
    })
    const after = await api().statistics.userGrowth()
    const added = after.map(({ newUsers }, index) => newUsers - before[index]!.newUsers)
    expect(added.filter((count) => count > 0)).toEqual([1])
    expect(after.at(-1)!.totalUsers).toBe(before.at(-1)!.totalUsers + 2)
    expect(after[0]!.totalUsers).toBe(before[0]!.totalUsers + 1)
  })

  it('[ADM-STATS-02] count credits of 7 days, completed runs by list price', async () => {
    await addJobs(
      { listCredits: 5 },
      { listCredits: 3, status: 'failed' },
      { listCredits: 4, createdAt: ago('6 days') },
      { listCredits: 9, createdAt: ago('8 days') },
    )
    const days = await api().statistics.creditUse()
    expect(days.map(({ credits }) => credits)).toEqual([4, 0, 0, 0, 0, 0, 5])
    expect(days.map(({ runs }) => runs)).toEqual([1, 0, 0, 0, 0, 0, 1])
    expect(new Set(days.map(({ day }) => day)).size).toBe(7)
  })
})
