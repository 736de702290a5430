// Tables as files over HTTP (decision 0088): what they hold, for which days, that a table program computes nothing of them, and that the log
// keeps who took them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPORT_COLUMNS, EXPORT_MAX_ROWS, EXPORT_TABLES } from '#rulebook/admin/exports.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import type { TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
beforeAll(async () => {
  foundation = await openTestFoundation()
  service = await startOn(foundation)
  admin = await signUpAdmin(foundation, `http://127.0.0.1:${service.port}`, 'operator@exports.example.com')
})
afterAll(() => service.stop())

const exportOf = (table: (typeof EXPORT_TABLES)[number], from = '2025-03-01', to = '2025-03-31') =>
  admin.api.admin.exports.read({ table, from, to })
const linesOf = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')

/** A profile made at this moment. */
async function addUser(name: string, createdAt: string): Promise<string> {
  const email = `${crypto.randomUUID()}@exports.example.com`
  const [user] = await query<{ id: string }>(
    'insert into auth_users (name, email) values ($1, $2) returning id',
    name,
    email,
  )
  await query(
    'insert into user_profiles (id, username, initial_email, created_at) values ($1, $2, $3, $4)',
    user!.id,
    name,
    email,
    createdAt,
  )
  return user!.id
}

async function addOrder(userId: string, paidAt: string | null, currency: string, amountMinor: number): Promise<void> {
  await query(
    `insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, created_at,
       expires_at, paid_at, next_check_at)
     values ($1, 'alipay', 'small', '体验包', 100, $2, $3, $4, '2025-03-10T02:00:00Z', now(), $5, now())`,
    userId,
    amountMinor,
    currency,
    paidAt ? 'paid' : 'closed',
    paidAt,
  )
}

interface Run {
  readonly at: string
  readonly model?: string
  readonly status?: 'completed' | 'failed'
  readonly service?: 'topaz' | 'local'
  readonly credits?: number
  readonly vendorCredits?: number
  readonly errorCode?: string
  /** Why its credits came back although it was completed. */
  readonly returnedFor?: string
}

async function addRuns(userId: string, ...runs: readonly Run[]): Promise<void> {
  const [upload] = await query<{ id: string }>(
    `insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type)
     values ($1, 'a.png', 2048, 'image/png', 8, 8, 'o', 't', 'v', 'image/png') returning id`,
    userId,
  )
  for (const run of runs)
    await query(
      `insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode,
         status, list_credits, vendor_credits, error_code, returned_for, start_key, deadline_at, created_at)
       values ($1, $2, 'a.png', 'o', $3, 'x', $4, 'auto', $5, $6, $7, $8, $9, gen_random_uuid()::text, now(), $10)`,
      userId,
      upload!.id,
      run.service ?? 'topaz',
      run.model ?? 'denoise/normal',
      run.status ?? 'completed',
      run.credits ?? 2,
      run.vendorCredits ?? null,
      run.errorCode ?? null,
      run.returnedFor ?? null,
      run.at,
    )
}

/** Refunded, or failed to refund, at this moment: of an order in this currency. */
async function addRefund(
  userId: string,
  state: 'refunded' | 'failed',
  endedAt: string,
  currency: string,
  minor: number,
) {
  await query(
    `with bought as (
       insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, created_at, expires_at, next_check_at)
       values ($1, 'alipay', 'small', '体验包', 100, $4, $5, 'closed', '2020-01-01', now(), now()) returning id)
     insert into payment_refunds (order_id, user_id, reason, state, ended_at, credits, amount_minor, taken_entry_id)
     select id, $1, '买错了', $2, $3, 10, $4, gen_random_uuid() from bought`,
    userId,
    state,
    endedAt,
    minor,
    currency,
  )
}

describe('a file', () => {
  it('of users holds those of these days in the zone of the service, in Chinese for Excel', async () => {
    await addUser('二月末', '2025-02-28T15:59:59Z')
    await addUser('三月初', '2025-02-28T16:00:00Z')
    await addUser('三月末', '2025-03-31T15:59:59Z')
    await addUser('四月初', '2025-03-31T16:00:00Z')
    const { filename, csv, rows, isCut } = await exportOf('users')
    expect(filename).toBe('huanying-users-2025-03-01-2025-03-31.csv')
    expect(csv.startsWith('\uFEFF用户编号,用户名,邮箱,')).toBe(true)
    expect({ rows, isCut }).toEqual({ rows: 2, isCut: false })
    const [, first, last] = linesOf(csv)
    expect(first).toMatch(/,三月初,.*,2025-03-01 00:00:00$/)
    expect(last).toMatch(/,三月末,.*,2025-03-31 23:59:59$/)
  })

  it('lets no table program compute what a stranger wrote, and keeps commas and quotes', async () => {
    await addUser('=HYPERLINK("http://x")', '2025-05-02T00:00:00Z')
    await addUser('甲, "乙"', '2025-05-03T00:00:00Z')
    const { csv } = await exportOf('users', '2025-05-01', '2025-05-31')
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(csv).toContain('"甲, ""乙"""')
  })

  it('of days counts people, runs, and money by currency, days without anything too', async () => {
    const userId = await addUser('买家', '2025-03-10T01:00:00Z')
    await addOrder(userId, '2025-03-10T03:00:00Z', 'CNY', 1990)
    await addOrder(userId, '2025-03-10T04:00:00Z', 'USD', 999)
    await addOrder(userId, null, 'CNY', 5000)
    const lines = linesOf((await exportOf('days', '2025-03-09', '2025-03-11')).csv)
    expect(lines.slice(1)).toEqual([
      '2025-03-09,0,0,0,0,0.00,0.00,0.00,0.00',
      '2025-03-10,1,0,0,2,19.90,9.99,0.00,0.00',
      '2025-03-11,0,0,0,0,0.00,0.00,0.00,0.00',
    ])
    const orders = linesOf((await exportOf('orders')).csv).slice(1)
    expect(orders).toHaveLength(3)
    expect(
      orders.filter((line) => line.includes(',19.90,CNY,paid,2025-03-10 10:00:00,2025-03-10 11:00:00')),
    ).toHaveLength(1)
  })

  it('of days counts what was completed and kept its price, and what was paid back on that day', async () => {
    const userId = await addUser('处理者', '2020-01-01T00:00:00Z')
    await addRuns(
      userId,
      { at: '2025-06-09T16:00:00Z', credits: 4 },
      { at: '2025-06-10T15:59:59Z', credits: 3, returnedFor: 'no-effect' },
      { at: '2025-06-10T04:00:00Z', credits: 5, status: 'failed', errorCode: 'processing-failed' },
      { at: '2025-06-10T16:00:00Z', credits: 1 },
    )
    await addRefund(userId, 'refunded', '2025-06-10T15:59:59Z', 'CNY', 500)
    await addRefund(userId, 'refunded', '2025-06-10T01:00:00Z', 'USD', 199)
    await addRefund(userId, 'failed', '2025-06-10T01:00:00Z', 'CNY', 8800)
    await addRefund(userId, 'refunded', '2025-06-10T16:00:00Z', 'CNY', 700)
    expect(linesOf((await exportOf('days', '2025-06-10', '2025-06-11')).csv).slice(1)).toEqual([
      '2025-06-10,0,2,4,0,0.00,0.00,5.00,1.99',
      '2025-06-11,0,1,1,0,0.00,0.00,7.00,0.00',
    ])
  })

  it('of models counts each day by model, cancelled runs nowhere, and prices what the provider took at the newest cost', async () => {
    const userId = await addUser('多模型', '2020-01-01T00:00:00Z')
    await query('delete from api_credit_pool')
    await query(
      `insert into api_credit_pool (total_purchased, remaining, cost_per_credit, total_cost, last_updated)
       values (100, 100, 9, 900, now() - interval '1 day'), (100, 100, 0.0125, 1.25, now()), (100, 100, 7, 700, now() - interval '2 days')`,
    )
    const [first, second] = ['2025-07-01T02:00:00Z', '2025-07-02T02:00:00Z']
    const failed = { status: 'failed', errorCode: 'processing-failed' } as const
    await addRuns(
      userId,
      { at: second, model: 'denoise/normal' },
      { at: first, model: 'sharpen/standard', credits: 3, vendorCredits: 1 },
      { at: first, model: 'sharpen/standard', credits: 3, returnedFor: 'no-effect' },
      { at: first, model: 'sharpen/standard', ...failed, vendorCredits: 2 },
      { at: first, model: 'sharpen/standard', ...failed },
      { at: first, model: 'sharpen/standard', ...failed, errorCode: 'processing-cancelled' },
      { at: first, model: 'lighting/adjust', service: 'local', ...failed },
    )
    const lines = async () => linesOf((await exportOf('models', '2025-07-01', '2025-07-02')).csv).slice(1)
    expect(await lines()).toEqual([
      '2025-07-01,lighting/adjust,0,1,0,0,0.0000',
      '2025-07-01,sharpen/standard,2,2,3,6,0.0750',
      '2025-07-02,denoise/normal,1,0,2,2,0.0250',
    ])
    await query('delete from api_credit_pool')
    expect((await lines())[2]).toBe('2025-07-02,denoise/normal,1,0,2,2,0.0000')
  })

  it('ends at so many rows and says that there are more', async () => {
    const userId = await addUser('大买家', '2020-01-01T00:00:00Z')
    await query(
      `insert into payment_orders (user_id, provider, pack_id, pack_name, credits, amount_minor, currency, status, created_at, expires_at, next_check_at)
       select $1, 'alipay', 'small', '体验包', 100, 990, 'CNY', 'closed', '2023-05-01T04:00:00Z', now(), now() from generate_series(1, $2::int)`,
      userId,
      EXPORT_MAX_ROWS + 1,
    )
    const { csv, rows, isCut } = await exportOf('orders', '2023-05-01', '2023-05-01')
    expect({ rows, isCut, lines: linesOf(csv).length }).toEqual({
      rows: EXPORT_MAX_ROWS,
      isCut: true,
      lines: 1 + EXPORT_MAX_ROWS,
    })
  })

  it.each(EXPORT_TABLES)('of %s has its columns, also when it is empty', async (table) => {
    const { csv } = await exportOf(table, '2024-01-01', '2024-01-01')
    expect(linesOf(csv)[0]).toBe(Object.values(EXPORT_COLUMNS[table]).join(','))
  })

  it('of the ledger and of the log holds what was done', async () => {
    const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    const after = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    expect((await exportOf('ledger', before, after)).csv).toMatch(/,grant,5,5,/)
    const { csv } = await exportOf('logs', before, after)
    expect(csv).toContain(`,export_data,${admin.userId},operator@exports.example.com,`)
    expect(linesOf(csv)).toHaveLength(1 + (await query('select seq from admin_action_logs')).length - 1)
  })
})

it('every export stands in the log with what was taken', async () => {
  await exportOf('orders', '2025-04-01', '2025-04-30')
  const [row] = await query<{ details: unknown; admin_id: string }>(
    `select action_details as details, admin_id from admin_action_logs where action = 'export_data' order by seq desc limit 1`,
  )
  expect(row!.details).toEqual({ table: 'orders', from: '2025-04-01', to: '2025-04-30', rows: 0 })
})

it('is refused for days that are none', async () => {
  await expect(exportOf('users', '2025-03-02', '2025-03-01')).rejects.toMatchObject({ code: 'export-range' })
  // A leap year and one day more.
  await expect(exportOf('users', '2024-01-01', '2025-01-01')).rejects.toMatchObject({ code: 'export-range' })
  expect((await exportOf('days', '2024-01-01', '2024-12-31')).rows).toBe(366)
  expect((await exportOf('days', '2024-02-29', '2024-02-29')).rows).toBe(1)
})
