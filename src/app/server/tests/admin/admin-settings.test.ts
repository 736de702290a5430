// The operator's settings over HTTP, on either home of the database: what is stored, what is logged, what is refused (document 2 §4, §5,
// §7 Admin; C-15, C-40, P-15). What the switches stop is proved in admin-switches.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyActionLog } from '#features/admin/server/testing/empty-action-log.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import type { TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
const origin = () => `http://127.0.0.1:${service.port}`
const signUp = (email: string) => signUpAdmin(foundation, origin(), email)
beforeAll(async () => {
  foundation = await openTestFoundation()
  service = await startOn(foundation)
  admin = await signUp('operator@settings.example.com')
})
afterAll(() => service.stop())
beforeEach(async () => {
  await foundation.database.query('delete from system_configs')
  await emptyActionLog(foundation.database)
})

const settings = () => admin.api.admin.settings
const stored = async () =>
  Object.fromEntries(
    (
      await foundation.database.query<{ config_key: string; config_value: string }>(
        'select config_key, config_value from system_configs',
      )
    ).map(({ config_key, config_value }) => [config_key, config_value]),
  )
interface LogRow {
  readonly action: string
  readonly details: Record<string, unknown>
  readonly admin_id: string
}
const logged = () =>
  foundation.database.query<LogRow>(
    'select action, action_details as details, admin_id from admin_action_logs order by created_at, action_details::text',
  )
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  )

describe('system_configs', () => {
  it('[ADM-SET-16] are read, with defaults for what was never stored', async () => {
    expect(await settings().get()).toEqual({
      emergencyStop: false,
      maintenanceMode: false,
      apiRateLimit: 100,
      maxDailyCreditsPerUser: 1000,
      systemAnnouncement: '',
    })
  })

  it('[ADM-SET-16] are all read as they are stored', async () => {
    await foundation.database.query(
      `insert into system_configs (config_key, config_value) values ('emergency_stop', 'true'), ('maintenance_mode', 'false'),
         ('api_rate_limit', '7'), ('max_daily_credits_per_user', '8'), ('system_announcement', '今晚维护')`,
    )
    expect(await settings().get()).toEqual({
      emergencyStop: true,
      maintenanceMode: false,
      apiRateLimit: 7,
      maxDailyCreditsPerUser: 8,
      systemAnnouncement: '今晚维护',
    })
  })

  it('[ADM-SET-13] show the defaults for stored values that are no numbers, and leave these as they are', async () => {
    await foundation.database.query(
      `insert into system_configs (config_key, config_value) values ('api_rate_limit', 'abc'), ('max_daily_credits_per_user', '')`,
    )
    expect(await settings().get()).toMatchObject({ apiRateLimit: 100, maxDailyCreditsPerUser: 1000 })
    await settings().save({ systemAnnouncement: '公告' })
    expect(await stored()).toMatchObject({ api_rate_limit: 'abc', max_daily_credits_per_user: '' })
  })

  it('[ADM-SET-17] [ADM-SET-18] are stored as text with the moment, and logged with key, old and new value', async () => {
    await settings().save({ apiRateLimit: 50 })
    await foundation.database.query(`update system_configs set updated_at = now() - interval '1 day'`)
    await emptyActionLog(foundation.database)
    const after = await settings().save({
      apiRateLimit: 60,
      maxDailyCreditsPerUser: 2000,
      systemAnnouncement: '<b>x</b>',
    })
    expect(after).toMatchObject({ apiRateLimit: 60, maxDailyCreditsPerUser: 2000, systemAnnouncement: '<b>x</b>' })
    const rows = await foundation.database.query(
      `select config_key, config_value, updated_at > now() - interval '1 hour' as is_fresh from system_configs order by 1`,
    )
    expect(rows).toEqual([
      { config_key: 'api_rate_limit', config_value: '60', is_fresh: true },
      { config_key: 'max_daily_credits_per_user', config_value: '2000', is_fresh: true },
      { config_key: 'system_announcement', config_value: '<b>x</b>', is_fresh: true },
    ])
    const change = (key: string, old_value: string | null, new_value: string) => ({
      action: 'update_config',
      details: { key, old_value, new_value },
      admin_id: admin.userId,
    })
    const log = await logged()
    expect(log).toHaveLength(3)
    expect(log).toEqual(
      expect.arrayContaining([
        change('api_rate_limit', '50', '60'),
        change('max_daily_credits_per_user', null, '2000'),
        change('system_announcement', null, '<b>x</b>'),
      ]),
    )
  })

  it('[ADM-SET-10] [ADM-SET-11] [ADM-SET-12] take the ends of each range and refuse what lies beyond, storing nothing', async () => {
    const save = (input: Parameters<ReturnType<typeof settings>['save']>[0]) => codeOf(settings().save(input))
    for (const apiRateLimit of [0, 1001, 1.5, -5]) expect(await save({ apiRateLimit })).toBe('setting-rate-limit')
    for (const maxDailyCreditsPerUser of [0, 10_001])
      expect(await save({ maxDailyCreditsPerUser, apiRateLimit: 7 })).toBe('setting-daily-credits')
    expect(await save({ systemAnnouncement: '字'.repeat(501) })).toBe('setting-announcement')
    expect([await stored(), await logged()]).toEqual([{}, []])
    expect(await save({ apiRateLimit: 1, maxDailyCreditsPerUser: 1 })).toBe('ok')
    expect(
      await save({ apiRateLimit: 1000, maxDailyCreditsPerUser: 10_000, systemAnnouncement: '字'.repeat(500) }),
    ).toBe('ok')
    expect(await stored()).toMatchObject({ api_rate_limit: '1000', max_daily_credits_per_user: '10000' })
  })

  it('[DATA-PROC-14] stand under the five documented keys and no other', async () => {
    await settings().save({ apiRateLimit: 70, maxDailyCreditsPerUser: 900, systemAnnouncement: '五项' })
    for (const isOn of [true, false]) {
      await settings().setEmergencyStop({ isOn })
      await settings().setMaintenance({ isOn })
    }
    const keys = await foundation.database.query<{ key: string }>('select config_key as key from system_configs')
    expect(keys.map(({ key }) => key).sort()).toEqual([
      'api_rate_limit',
      'emergency_stop',
      'maintenance_mode',
      'max_daily_credits_per_user',
      'system_announcement',
    ])
  })

  it('of an announcement, blanks around it are not kept, and what cannot be stored is refused', async () => {
    expect((await settings().save({ systemAnnouncement: ' 公告\n第二行 \n' })).systemAnnouncement).toBe('公告\n第二行')
    expect(await codeOf(settings().save({ systemAnnouncement: 'a\0b' }))).toBe('invalid-request')
    expect((await settings().save({ systemAnnouncement: ' \n ' })).systemAnnouncement).toBe('')
  })

  it('of two operators at once each keep their own change, and the log tells both', async () => {
    const other = await signUp('second@settings.example.com')
    await Promise.all([
      settings().save({ apiRateLimit: 40 }),
      other.api.admin.settings.save({ maxDailyCreditsPerUser: 400 }),
    ])
    expect(await stored()).toEqual({ api_rate_limit: '40', max_daily_credits_per_user: '400' })
    await Promise.all([settings().save({ apiRateLimit: 41 }), other.api.admin.settings.save({ apiRateLimit: 42 })])
    const changes = (await logged()).map(({ details }) => details).filter(({ key }) => key === 'api_rate_limit')
    expect(changes).toHaveLength(3)
    const oldValues = changes.map(({ old_value }) => old_value)
    const last = changes.filter(({ new_value }) => !oldValues.includes(new_value))
    expect(
      last.map(({ new_value }) => new_value),
      'one chain of changes',
    ).toEqual([(await stored()).api_rate_limit])
  })

  it('are not logged when nothing differs', async () => {
    await settings().save({ apiRateLimit: 40 })
    await settings().save({ apiRateLimit: 40 })
    await settings().save({})
    expect(await logged()).toHaveLength(1)
  })

  it('stay as they were when the log row cannot be written (C-40)', async () => {
    await foundation.database.query('alter table admin_action_logs rename to away')
    try {
      expect(await codeOf(settings().save({ apiRateLimit: 40 }))).toBe('unexpected')
      expect(await stored()).toEqual({})
    } finally {
      await foundation.database.query('alter table away rename to admin_action_logs')
    }
  })
})

describe('the switches', () => {
  it.each([
    ['emergency_stop', 'emergencyStop', (isOn: boolean) => settings().setEmergencyStop({ isOn })],
    ['maintenance_mode', 'maintenanceMode', (isOn: boolean) => settings().setMaintenance({ isOn })],
  ] as const)('[ADM-SET-07] [ADM-SET-18] %s is stored as text true or false, and logged', async (key, name, set) => {
    expect(await set(true)).toMatchObject({ [name]: true })
    expect(await stored()).toEqual({ [key]: 'true' })
    expect(await set(false)).toMatchObject({ [name]: false })
    expect(await stored()).toEqual({ [key]: 'false' })
    expect((await logged()).map(({ action, details }) => ({ action, ...details }))).toEqual(
      expect.arrayContaining([
        { action: 'update_config', key, old_value: null, new_value: 'true' },
        { action: 'update_config', key, old_value: 'true', new_value: 'false' },
      ]),
    )
  })
})

describe('cleaning old data', () => {
  it('[ADM-SET-25] [ADM-SET-26] removes logs older than three months, keeps younger ones, tells how many, and is logged', async () => {
    for (const age of ['4 months', '4 months', '2 months']) {
      await foundation.database.query(
        `insert into admin_action_logs (admin_id, action, action_details, created_at)
         values ($1, 'update_user', jsonb_build_object('age', $2::text), now() - $2::interval)`,
        [admin.userId, age],
      )
    }
    expect(await settings().cleanup()).toEqual({ removedLogs: 2 })
    const log = (await logged()).map(({ action, details }) => ({ action, details }))
    expect(log).toEqual([
      { action: 'update_user', details: { age: '2 months' } },
      { action: 'cleanup_old_data', details: { removed_logs: 2 } },
    ])
  })
})

describe('database optimisation', () => {
  it('goes through the tables, tells the result, and is logged with it (P-15)', async () => {
    await foundation.database.query(
      `insert into system_configs (config_key, config_value) values ('system_announcement', 'x')`,
    )
    const done = await settings().optimise()
    expect(done!.tables).toBeGreaterThan(20)
    expect(done!.sizeAfterBytes).toBeGreaterThan(1_000_000)
    const [row] = await foundation.database.query(
      `select reltuples::int as rows from pg_class where oid = 'system_configs'::regclass`,
    )
    expect(row, 'statistics are fresh').toEqual({ rows: 1 })
    expect(await logged()).toMatchObject([
      { action: 'optimise_database', details: { state: 'done', ...done }, admin_id: admin.userId },
    ])
  })

  it('leaves a log row that names the failure when the database refuses', async () => {
    const { query } = foundation.database
    Object.assign(foundation.database, {
      query: (text: string, values?: unknown[]) =>
        text.startsWith('vacuum') ? Promise.reject(new Error('no space left')) : query(text, values),
    })
    try {
      expect(await codeOf(settings().optimise())).toBe('unexpected')
    } finally {
      Object.assign(foundation.database, { query })
    }
    expect(await logged()).toMatchObject([
      { action: 'optimise_database', details: { state: 'failed', message: 'Error: no space left' } },
    ])
  })
})

it('[ADM-SET-29] where the operator has switched it off, optimisation says so and does nothing', async () => {
  const closed = await openTestFoundation({ DATABASE_OPTIMISATION: 'off' })
  const other = await startOn(closed)
  try {
    const { api } = await signUpAdmin(closed, `http://127.0.0.1:${other.port}`, 'operator@off.example.com')
    expect(await api.admin.settings.optimise()).toBeNull()
    expect(await closed.database.query(`select 1 from admin_action_logs where action = 'optimise_database'`)).toEqual(
      [],
    )
  } finally {
    await other.stop()
  }
})
