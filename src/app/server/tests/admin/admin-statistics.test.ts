// Dashboard and statistics over HTTP, on either home of the database (document 2 §2, §3, §5, §7 Admin; C-40, C-55,
// P-12, P-13, U-20, U-21, U-63). The server functions themselves are proved in server-functions.test.ts.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyActionLog } from '#features/admin/server/testing/empty-action-log.ts'
import { addJob, addUser, type SampleJob } from '#features/admin/server/testing/sample-rows.ts'
import type { GateRefusal, ProviderGate, VendorBalance } from '#features/processing/server/provider/provider.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import type { TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
const emails = { check: async () => {} }
const storage = { isWritable: true }
let vendor: VendorBalance | undefined = { available: 812, reserved: 14 }
const account: { isConfigured: boolean; refusal: GateRefusal | undefined; isAway: boolean } = {
  isConfigured: true,
  refusal: undefined,
  isAway: false,
}
const gate: ProviderGate = {
  get isConfigured() {
    return account.isConfigured
  },
  refusal: async () => account.refusal,
  isAway: async () => account.isAway,
  recheck: async () => {},
  balance: async () => vendor,
  tasks: async () => [],
}

beforeAll(async () => {
  const opened = await openTestFoundation({ TIME_ZONE: 'Pacific/Kiritimati' })
  foundation = {
    ...opened,
    mailer: { ...opened.mailer, check: () => emails.check() },
    storage: {
      ...opened.storage,
      checkWritable: async () => {
        if (!storage.isWritable) throw new Error('the disk is full')
      },
    },
  }
  service = await startOn(foundation, { provider: { ...createScriptedProvider(), gate } })
  admin = await signUpAdmin(foundation, `http://127.0.0.1:${service.port}`, 'operator@figures.example.com')
})
afterAll(() => service.stop())

beforeEach(async () => {
  for (const table of ['processing_history', 'ended_runs', 'api_credit_pool', 'system_configs'])
    await foundation.database.query(`delete from ${table}`)
  await emptyActionLog(foundation.database)
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
    const newest = Date.parse(jobs[0]!.createdAt)
    expect(jobs.map(({ createdAt }) => Math.round((newest - Date.parse(createdAt)) / 60_000))).toEqual([0, 1, 2, 3, 4])
    expect(Math.round((Date.now() - newest) / 60_000)).toBe(1)
    expect(jobs[0]).toMatchObject({
      aiService: 'topaz',
      modelKey: 'enhance/standard/standard-v2',
      status: 'completed',
      creditsConsumed: 0,
      initialEmail: 'operator@figures.example.com',
    })
  })

  it('[ADM-DASH-14] get_admin_dashboard_stats counts what began today, and the users of each type', async () => {
    const before = await api().dashboard.stats()
    expect(before).toMatchObject({ total_processing_today: 0, user_type_distribution: { admin: 1 } })
    const [today, yesterday] = [sql`app_today_start()`, sql`app_today_start() - interval '1 second'`]
    await foundation.database.orm.transaction(async (tx) => {
      await addUser(tx, { type: 'premium', createdAt: today })
      for (const type of ['premium', 'banned']) await addUser(tx, { type, createdAt: yesterday })
    })
    await addJobs({ createdAt: today }, { createdAt: today, status: 'failed' }, { createdAt: yesterday })
    expect(await api().dashboard.stats()).toEqual({
      new_users_today: before.new_users_today + 1,
      total_processing_today: 2,
      user_type_distribution: { ...before.user_type_distribution, premium: 2, banned: 1 },
    })
  })

  it('what is left at the vendor stands beside the entered figures; unknown is said, no account is none', async () => {
    expect(await api().pool.vendor()).toMatchObject({ available: 812, reserved: 14, report: null })
    vendor = undefined
    expect(await api().pool.vendor()).toMatchObject({ available: null, reserved: null })
    account.isConfigured = false
    expect(await api().pool.vendor()).toBeNull()
    account.isConfigured = true
  })

  it('[ADM-DASH-15] get_api_credit_pool_status answers its fields', async () => {
    await addJobs({ listCredits: 5 }, { service: 'local', status: 'failed' }, { service: 'local' })
    expect(await api().pool.status()).toEqual({
      today_consumed: 5,
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
      auditFaults: 0,
      vendorFaults: 0,
      paidForNothing: 0,
      openingTasks: ['tls', 'contact', 'operator', 'payment'],
      purchaseWishes: 0,
    })
    emails.check = () => Promise.reject(new Error('no such host'))
    storage.isWritable = false
    expect((await api().dashboard.system()).parts).toEqual({ ...healthy, mail: 'down', storage: 'down' })
    emails.check = async () => {}
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

  it('counts what a vendor was paid for and nobody got, in the last day', async () => {
    const unusable = { status: 'failed', errorCode: 'processing-failed', vendorCredits: 2 } as const
    await addJobs(
      unusable,
      { ...unusable, errorCode: 'processing-timeout' },
      { ...unusable, errorCode: 'processing-cancelled' },
      { ...unusable, vendorCredits: 0 },
      { ...unusable, createdAt: ago('25 hours') },
      { vendorCredits: 2 },
    )
    expect((await api().dashboard.system()).paidForNothing).toBe(2)
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

describe('the account of the AI provider', () => {
  const shown = async () => (await api().dashboard.system()).parts.provider

  it('is not configured without a key, down while it is refused or does not answer, and healthy again (P-13, P-33)', async () => {
    Object.assign(account, { isConfigured: false, refusal: 'provider-key' })
    expect(await shown()).toBe('not-configured')
    account.isConfigured = true
    expect(await shown()).toBe('down')
    Object.assign(account, { refusal: undefined, isAway: true })
    expect(await shown()).toBe('down')
    account.isAway = false
    expect(await shown()).toBe('healthy')
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
