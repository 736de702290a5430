// What a consumer's transaction reaches in the database (architecture §6): the tables are read from the catalogue, so a new table that
// holds somebody's rows and lacks a policy fails here. The attacker knows the ids and writes SQL; only the restricted role stops that.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, inUserScope, type Transaction } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'

const VICTIM = '11111111-1111-4111-8111-111111111111'
const ATTACKER = '22222222-2222-4222-8222-222222222222'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  for (const id of [VICTIM, ATTACKER]) await fillAccount(id)
})
afterAll(() => database.close())

/** A row in every table that a consumer may read. */
async function fillAccount(id: string): Promise<void> {
  const run = (text: string) => database.query(text.replaceAll(':id', `'${id}'`))
  await run(`insert into auth_users (id, name, email) values (:id, '', :id || '@example.com')`)
  await run(`insert into user_profiles (id, username) values (:id, 'name-' || left(:id, 8))`)
  await run(`insert into user_login_methods (user_id, method_type, method_value) values (:id, 'email', :id)`)
  await run(`insert into terms_consents (user_id, version) values (:id, '1')`)
  await run(`insert into security_events (user_id, kind) values (:id, 'sign-in')`)
  await run(`insert into account_merge_history (primary_user_id, merged_user_id) values (:id, :id)`)
  await run(`insert into user_uploads (id, user_id, original_filename, file_size, mime_type, width, height, oss_url,
    thumbnail_url, view_key, view_mime_type) values (:id, :id, 'p', 1, 'image/png', 1, 1, 'k', 'k', 'k', 'image/png')`)
  await run(`insert into processing_history (id, user_id, upload_id, original_filename, original_oss_url, ai_service,
    process_type, model_key, mode, status, start_key, list_credits, deadline_at)
    values (:id, :id, :id, 'p', 'k', 'local', 'denoise', 'denoise/normal', 'auto', 'completed', :id, 2, now())`)
  await run(`insert into shared_results (id, job_id, expires_at) values (:id, :id, now())`)
  await run(`insert into usage_logs (user_id, kind, amount, total_amount, reference) values (:id, 'grant', 5, 5, 'x')`)
  await run(`insert into billing_history (user_id, description, amount, status) values (:id, 'p', 1, 'paid')`)
  await run(
    `insert into provider_consents (user_id, version, provider_name, provider_country) values (:id, '1', 'T', 'C')`,
  )
  await run(`insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, expires_at, next_check_at)
    values (:id, 'alipay', 'p', 'p', 1, 1, 'CNY', now(), now())`)
  await run(
    `insert into payment_refunds (order_id, user_id, reason) select id, :id, '' from payment_orders where user_id = :id`,
  )
  await run(`insert into payment_invoices (order_id, user_id, kind, title, tax_number, email)
    select id, :id, 'personal', 'p', '', 'p@example.com' from payment_orders where user_id = :id`)
  await run('insert into purchase_wishes (user_id) values (:id)')
  await run(`insert into user_subscriptions (user_id, status) values (:id, 'active')`)
}

interface Grant {
  readonly table: string
  readonly owner: string
}
const OWNER_COLUMNS = ['user_id', 'primary_user_id']

async function readableTables(): Promise<Grant[]> {
  const rows = await database.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
        and has_table_privilege('app_user', c.oid, 'select') group by 1 order by 1`,
  )
  return rows.map(({ table, columns }) => ({
    table,
    owner: OWNER_COLUMNS.find((name) => columns.includes(name)) ?? 'id',
  }))
}

const asAttacker = <Result>(work: (tx: Transaction) => Promise<Result>) => inUserScope(database, ATTACKER, work)
const DENIED = { cause: { code: '42501' } }
const refusedOrNothing = async (statement: string): Promise<number> => {
  try {
    const { rows } = await asAttacker((tx) => tx.execute(sql.raw(`${statement} returning 1`)))
    return rows.length
  } catch (error) {
    expect(String((error as Error).cause)).toMatch(/permission denied|row-level security/)
    return 0
  }
}

describe('the restricted role', () => {
  it('[ROLE-05] sees its own rows in every table that it may read, and no row of another', async () => {
    const tables = await readableTables()
    expect(tables.map(({ table }) => table)).toContain('processing_history')
    for (const { table, owner } of tables) {
      const seen = await asAttacker((tx) => tx.execute(sql.raw(`select ${owner} as owner from ${table}`)))
      expect([table, seen.rows.map((row) => row.owner)]).toEqual([table, [ATTACKER]])
    }
  })

  it('[ROLE-05] changes and removes no row of another in any table of the schema', async () => {
    const tables = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
    const readable = new Map((await readableTables()).map(({ table, owner }) => [table, owner]))
    for (const { name } of tables) {
      const owner = readable.get(name)
      const where = owner ? ` where ${owner} = '${VICTIM}'` : ''
      expect([name, await refusedOrNothing(`delete from ${name}${where}`)]).toEqual([name, 0])
      if (owner)
        expect([name, await refusedOrNothing(`update ${name} set ${owner} = ${owner}${where}`)]).toEqual([name, 0])
    }
    for (const { table, owner } of await readableTables()) {
      const [row] = await database.query<{ n: number }>(`select count(*)::int as n from ${table} where ${owner} = $1`, [
        VICTIM,
      ])
      expect([table, row!.n]).toEqual([table, 1])
    }
  })

  it('reads nothing of sessions, passwords, codes and settings', async () => {
    const readable = (await readableTables()).map(({ table }) => table)
    for (const secret of [
      'auth_users',
      'auth_sessions',
      'auth_spent',
      'auth_accounts',
      'auth_verifications',
      'verification_codes',
    ])
      expect(readable).not.toContain(secret)
  })

  it('[ROLE-09] reads and changes nothing of the back office, and calls none of its functions', async () => {
    for (const table of ['api_credit_pool', 'admin_action_logs', 'admin_sessions', 'system_configs']) {
      const statements = [`select * from ${table}`, `delete from ${table}`, `insert into ${table} default values`]
      for (const statement of statements)
        await expect(asAttacker((tx) => tx.execute(sql.raw(statement)))).rejects.toMatchObject(DENIED)
    }
    const functions = await database.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and proname ~ 'admin|pool|total_credits'`,
    )
    const calls: Record<string, string> = {
      admin_action_log_hash: `null::admin_action_logs, ''`,
      admin_action_logs_chain: '',
      admin_action_logs_protect: '',
      cleanup_old_admin_logs: '',
      get_admin_dashboard_stats: '',
      get_api_credit_pool_status: '',
      get_total_credits_consumed: '',
      log_admin_action: `'update_user'`,
      pool_credits: `1, 'local', 'completed', 1`,
      remove_old_admin_logs: 'now()',
    }
    expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(calls))
    for (const [name, values] of Object.entries(calls)) {
      const call = `${name}(${values})`
      await expect(asAttacker((tx) => tx.execute(sql.raw(`select ${call}`)))).rejects.toMatchObject(DENIED)
    }
  })

  it('cannot take another user’s id, type, status or credits', async () => {
    for (const change of [`id = '${VICTIM}'`, `user_type = 'admin'`, `status = 'active'`, 'credits_remaining = 99'])
      expect(await refusedOrNothing(`update user_profiles set ${change}`)).toBe(0)
  })
})

it('[PROD-20] the database knows exactly the five types, and a new profile is free', async () => {
  const typeOf = async () =>
    (await database.query<{ t: string }>(`select user_type as t from user_profiles where id = '${VICTIM}'`))[0]!.t
  expect(await typeOf()).toBe('free')
  const set = (type: string) => database.query('update user_profiles set user_type = $2 where id = $1', [VICTIM, type])
  for (const type of ['free', 'premium', 'vip', 'admin', 'banned']) {
    await set(type)
    expect(await typeOf()).toBe(type)
  }
  for (const type of ['paid', 'enterprise', 'FREE', '']) await expect(set(type)).rejects.toThrow(/user_profiles_type/)
})
