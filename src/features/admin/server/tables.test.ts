// The records that the back office works on, on the real database: their columns, and the values that SQL itself refuses.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import type { Bill } from '#rulebook/credits/billing.ts'
import { addJob, addUser, columnsOf, failureCode, rowsOf, undone } from './testing/sample-rows.ts'

const CHECK_VIOLATION = '23514'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('columns', () => {
  it.each([
    [
      '[DATA-PROC-05] of a profile',
      'user_profiles',
      'id username initial_email avatar_url user_type status credits_remaining credits_total created_at updated_at',
    ],
    ['[DATA-PROC-08] of a run', 'processing_history', 'id ai_service status credits_consumed created_at'],
    [
      '[DATA-PROC-10] of the credit pool',
      'api_credit_pool',
      'total_purchased consumed remaining cost_per_credit total_cost last_updated',
    ],
    ['[DATA-PROC-13] of a system setting', 'system_configs', 'config_key config_value updated_at'],
    [
      "[DATA-PROC-15] of the operator's log",
      'admin_action_logs',
      'id admin_id target_user_id action action_details ip_address user_agent created_at',
    ],
  ])('%s', async (_, table, names) => {
    const columns = await undone(database, (tx) => columnsOf(tx, table))
    expect(columns).toEqual(expect.arrayContaining(names.split(' ')))
  })
})

describe('values', () => {
  const withStatus = (status: string) =>
    failureCode(
      undone(database, async (tx) => {
        const id = await addUser(tx)
        await tx.execute(sql`update user_profiles set status = ${status} where id = ${id}`)
      }),
    )
  const withService = (service: string) =>
    failureCode(undone(database, async (tx) => addJob(tx, await addUser(tx), { service })))

  it('[DATA-PROC-06] a status is active, suspended or banned', async () => {
    for (const status of ['active', 'suspended', 'banned']) expect(await withStatus(status)).toBeUndefined()
    for (const status of ['deleted', 'Active', '']) expect(await withStatus(status)).toBe(CHECK_VIOLATION)
  })

  it('[DATA-PROC-09] a service is topaz, upscaler, colorization or one of ours (decision 0004)', async () => {
    for (const service of ['topaz', 'upscaler', 'colorization', 'local', 'scripted']) {
      expect(await withService(service)).toBeUndefined()
    }
    for (const service of ['openai', 'Topaz', '']) expect(await withService(service)).toBe(CHECK_VIOLATION)
  })

  it('[DATA-PROC-13] a setting is text, whatever it holds', async () => {
    const [kept] = await undone(database, async (tx) => {
      await tx.execute(sql`delete from system_configs where config_key = 'api_rate_limit'`)
      return rowsOf<{ config_value: unknown; updated_at: unknown }>(
        tx,
        sql`insert into system_configs (config_key, config_value) values ('api_rate_limit', '10')
            returning config_value, updated_at`,
      )
    })
    expect(kept!.config_value).toBe('10')
    expect(kept!.updated_at).not.toBeNull()
  })

  it('[DATA-PROC-10] the pool keeps fractions of a cent', async () => {
    const [pool] = await undone(database, (tx) =>
      rowsOf<Record<string, unknown>>(
        tx,
        sql`insert into api_credit_pool (total_purchased, remaining, cost_per_credit, total_cost)
            values (1000, 1000, 0.0825, 82.5)
            returning consumed::int, cost_per_credit::text, total_cost::text, last_updated is not null as is_dated`,
      ),
    )
    expect(pool).toEqual({ consumed: 0, cost_per_credit: '0.0825', total_cost: '82.5000', is_dated: true })
  })

  it('[DATA-PROC-18] a bill has five fields, and its state is paid, pending or failed', async () => {
    const billed = (status: string) =>
      undone(database, async (tx) => {
        const userId = await addUser(tx)
        const [bill] = await rowsOf<Bill>(
          tx,
          sql`insert into billing_history (user_id, description, amount, status)
              values (${userId}, '100 credits', 9.99, ${status})
              returning id, description, amount::float, (created_at at time zone 'UTC')::date::text as date, status`,
        )
        return bill!
      })
    expect(await billed('paid')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      description: '100 credits',
      amount: 9.99,
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      status: 'paid',
    } satisfies Record<keyof Bill, unknown>)
    for (const status of ['pending', 'failed']) expect((await billed(status)).status).toBe(status)
    for (const status of ['refunded', '']) expect(await failureCode(billed(status))).toBe(CHECK_VIOLATION)
  })
})
