// The operator's log over HTTP, on either home of the database (document 2 §2, §3, §7; C-40).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyActionLog } from '#features/admin/server/testing/empty-action-log.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const TIME_ZONE = 'America/New_York'
let foundation: Foundation
let service: Service
let admin: TestPerson
let target: TestPerson
const origin = () => `http://127.0.0.1:${service.port}`
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
beforeAll(async () => {
  foundation = await openTestFoundation({ TIME_ZONE })
  service = await startOn(foundation)
  admin = await signUpAdmin(foundation, origin(), 'operator@logs.example.com')
  target = await signUpPerson(origin(), foundation.settings.publicOrigin, 'target@logs.example.com')
})
afterAll(() => service.stop())
beforeEach(() => emptyActionLog(foundation.database))

const logs = () => admin.api.admin.logs
const addRow = (action: string, createdAt: string, targetId: string | null = null) =>
  query(
    'insert into admin_action_logs (admin_id, target_user_id, action, created_at) values ($1, $2, $3, $4)',
    admin.userId,
    targetId,
    action,
    createdAt,
  )

describe('the list', () => {
  it('[ADM-LOG-07] [ADM-LOG-13] [DATA-PROC-16] joins who did it and to whom, with address and browser', async () => {
    await admin.api.admin.users.setStatus({ id: target.userId, status: 'active', reason: 'looked at' })
    await target.api.account.profile.update({ username: '被看的人' })
    const { rows, total } = await logs().list({})
    expect(total).toBe(1)
    expect(rows).toEqual([
      {
        id: expect.any(String),
        action: 'update_user',
        adminId: admin.userId,
        admin: { username: null, initialEmail: 'operator@logs.example.com' },
        targetUserId: target.userId,
        targetUser: { username: '被看的人', initialEmail: 'target@logs.example.com' },
        details: { reason: 'looked at', changes: { status: { from: 'active', to: 'active' } } },
        ipAddress: '127.0.0.1',
        userAgent: 'node',
        createdAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('keeps rows readable whose admin or target is gone, and whatever the details hold', async () => {
    const gone = await signUpPerson(origin(), foundation.settings.publicOrigin, 'gone@logs.example.com')
    await addRow('update_user', '2026-01-01T12:00:00Z', gone.userId)
    await query(
      `insert into admin_action_logs (admin_id, action, action_details) values (gen_random_uuid(), 'renamed_since', '[1]')`,
    )
    await query('delete from auth_users where id = $1', gone.userId)
    const { rows } = await logs().list({})
    expect(rows.map(({ action, admin, targetUser, details }) => [action, admin, targetUser, details])).toEqual([
      ['renamed_since', null, null, { value: [1] }],
      ['update_user', { username: null, initialEmail: 'operator@logs.example.com' }, null, {}],
    ])
  })

  it('[ADM-LOG-08] filters by action', async () => {
    await addRow('update_user', '2026-01-01T12:00:00Z')
    await addRow('update_config', '2026-01-02T12:00:00Z')
    expect((await logs().list({ action: 'update_config' })).rows.map(({ action }) => action)).toEqual(['update_config'])
    expect((await logs().list({ action: 'reset_password' })).total).toBe(0)
  })

  it("[ADM-LOG-09] filters by days of the service's zone, from 00:00:00 of the first to the end of the last", async () => {
    // New York is five hours behind UTC in January.
    const moments = {
      'just before': '2026-01-05T04:59:59.999Z',
      'first second': '2026-01-05T05:00:00Z',
      'last second': '2026-01-07T04:59:59.999Z',
      'just after': '2026-01-07T05:00:00Z',
    }
    for (const [name, at] of Object.entries(moments)) await addRow(name, at)
    const named = async (filter: { from?: string; to?: string }) =>
      (await logs().list(filter)).rows.map(({ action }) => action)
    expect(await named({ from: '2026-01-05', to: '2026-01-06' })).toEqual(['last second', 'first second'])
    expect(await named({ from: '2026-01-07' })).toEqual(['just after'])
    expect(await named({ to: '2026-01-04' })).toEqual(['just before'])
    for (const from of ['2026-02-30', '0000-01-01'])
      await expect(logs().list({ from })).rejects.toMatchObject({ code: 'invalid-request' })
    expect(await named({ from: '0001-01-01', to: '2026-01-04' })).toEqual(['just before'])
  })

  it('[ADM-LOG-10] [ADM-LOG-11] has pages of 20, newest first, with the exact count', async () => {
    for (let n = 0; n < 21; n += 1) await addRow(`row-${n}`, new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString())
    const [first, second] = await Promise.all([1, 2].map((page) => logs().list({ page })))
    expect(first!.rows.map(({ action }) => action)).toEqual(Array.from({ length: 20 }, (_, n) => `row-${20 - n}`))
    expect([first!.total, second!.rows.map(({ action }) => action)]).toEqual([21, ['row-0']])
  })
})

describe('log_admin_action', () => {
  const stored = () =>
    query<Record<string, unknown>>(
      `select id, admin_id, target_user_id, action, action_details, ip_address is not null and user_agent is not null as is_signed
         from admin_action_logs where action <> 'admin_sign_in'`,
    )

  it('[ADM-LOG-12] takes action, target and details, and says that the row came from the browser', async () => {
    const { id } = await logs().write({
      p_action: 'update_user',
      p_target_user_id: target.userId,
      p_action_details: { reason: 'by hand' },
    })
    expect(await stored()).toEqual([
      {
        id,
        admin_id: admin.userId,
        target_user_id: target.userId,
        action: 'update_user',
        action_details: { reason: 'by hand', source: 'browser' },
        is_signed: true,
      },
    ])
    await logs().write({ p_action: 'cleanup_old_data', p_action_details: {} })
    expect(await stored()).toHaveLength(2)
  })

  it('adds no second row for an action that is logged, and finds only rows of its own admin', async () => {
    const { logId } = await admin.api.admin.users.setStatus({ id: target.userId, status: 'active', reason: 'x' })
    const call = { p_action: 'update_user' as const, p_action_details: { log_id: logId } }
    expect(await logs().write(call)).toEqual({ id: logId })
    expect(await stored()).toHaveLength(1)
    const other = await signUpAdmin(foundation, origin(), 'other@logs.example.com')
    expect((await other.api.admin.logs.write(call)).id).not.toBe(logId)
    // The other one's sign-in is a row of its own.
    expect((await stored()).filter(({ action }) => action === 'update_user')).toHaveLength(2)
  })

  it('refuses an action that does not exist and details without end', async () => {
    const refused = (call: object) =>
      expect(logs().write(call as never)).rejects.toMatchObject({ code: 'invalid-request' })
    await refused({ p_action: 'delete_everything', p_action_details: {} })
    await refused({ p_action: 'update_user', p_action_details: { note: 'x'.repeat(5000) } })
    for (const note of ['a\0b', 'a\ud800b']) await refused({ p_action: 'update_user', p_action_details: { note } })
    expect(await stored()).toEqual([])
  })
})
