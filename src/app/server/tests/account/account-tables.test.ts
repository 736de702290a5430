// The tables of document 1 §3 as the database has them (C-49, P-24): their columns, and what their constraints refuse.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'

const OWNER = '11111111-1111-4111-8111-111111111111'
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await database.query(`insert into auth_users (id, name, email) values ($1, '', 'owner@example.com')`, [OWNER])
})
afterAll(() => database.close())

async function columnsOf(table: string): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )
  return rows.map(({ name }) => name)
}
const bind = (column: 'method_type' | 'status', value: string) =>
  database.query(
    `insert into user_login_methods (user_id, method_type, method_value, status) values ($1, $2, $3, $4)`,
    [OWNER, column === 'method_type' ? value : 'email', value, column === 'status' ? value : 'active'],
  )
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = (await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as (Error & { cause?: Error }) | undefined
  return error ? `${error.message} ${error.cause?.message ?? ''}` : 'accepted'
}

describe('a login method', () => {
  it('[DATA-ACC-11] has the columns of the document', async () => {
    const named = 'user_id method_type method_value method_display verified is_primary status created_at'
    expect(await columnsOf('user_login_methods')).toEqual(expect.arrayContaining(named.split(' ')))
  })

  it('[DATA-ACC-12] is of one of the documents’ four types, or WeChat (decision 0115)', async () => {
    for (const type of ['email', 'phone', 'google', 'github', 'wechat']) await bind('method_type', type)
    for (const type of ['weixin', 'Email', ''])
      expect(await refusal(bind('method_type', type))).toContain('user_login_methods_type')
  })

  it('[DATA-ACC-13] is active or disabled', async () => {
    for (const status of ['active', 'disabled']) await bind('status', status)
    for (const status of ['deleted', 'Active', ''])
      expect(await refusal(bind('status', status))).toContain('user_login_methods_status')
  })

  it('[LOGINM-05] is active for one account only, and free again once disabled', async () => {
    const stranger = '22222222-2222-4222-8222-222222222222'
    await database.query(`insert into auth_users (id, name, email) values ($1, '', 'other@example.com')`, [stranger])
    const give = (userId: string) =>
      database.query(
        `insert into user_login_methods (user_id, method_type, method_value) values ($1, 'google', 'shared')`,
        [userId],
      )
    await give(OWNER)
    expect(await refusal(give(stranger))).toContain('user_login_methods_active')
    await database.query(`update user_login_methods set status = 'disabled' where method_value = 'shared'`)
    await give(stranger)
  })
})

it('[DATA-ACC-14] a merge is recorded with both accounts, reason, data and type', async () => {
  const named = 'primary_user_id merged_user_id merge_reason merged_data merge_type'
  expect(await columnsOf('account_merge_history')).toEqual(expect.arrayContaining(named.split(' ')))
})

it('[DATA-ACC-20] the tables that the documents only name exist', async () => {
  for (const table of [
    'user_quotas',
    'usage_logs',
    'subscriptions',
    'payments',
    'user_subscriptions',
    'billing_history',
  ]) {
    expect([table, (await columnsOf(table)).length > 0]).toEqual([table, true])
  }
})

it('[CALL-ACC-24] the tables of the calls exist, hold rows of one owner, and are closed to other accounts', async () => {
  const owners = {
    verification_codes: 'user_id',
    user_login_methods: 'user_id',
    user_profiles: 'id',
    account_merge_history: 'primary_user_id',
    user_uploads: 'user_id',
    processing_history: 'user_id',
    user_subscriptions: 'user_id',
    billing_history: 'user_id',
  }
  for (const [table, owner] of Object.entries(owners)) {
    expect([table, await columnsOf(table)]).toEqual([table, expect.arrayContaining([owner])])
    const [row] = await database.query<{ secured: boolean; open: number }>(
      `select c.relrowsecurity as secured,
              (select count(*)::int from pg_policies p where p.tablename = c.relname
                  and (coalesce(p.qual, p.with_check, '') not like '%app_user_id()%'
                    or coalesce(p.with_check, p.qual, '') not like '%app_user_id()%')) as open
         from pg_class c where c.oid = $1::regclass`,
      [table],
    )
    expect([table, row]).toEqual([table, { secured: true, open: 0 }])
  }
})
