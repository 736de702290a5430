// The table of verification codes: its columns, and what the database itself refuses (document 1 §3).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const insert = (type: string, purpose: string, attempts: number) =>
  database.query(
    `insert into verification_codes (target_type, target_value, code, purpose, expires_at, attempts) values ($1, 'x', 'x', $2, now(), $3)`,
    [type, purpose, attempts],
  )

it('[DATA-ACC-08] has the documented columns', async () => {
  const rows = await database.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'verification_codes'`,
  )
  const named =
    'target_type target_value code purpose user_id expires_at used verified verified_at attempts max_attempts created_at'
  expect(rows.map((row) => row.column_name)).toEqual(expect.arrayContaining(named.split(' ')))
})

it.each([
  ['[DATA-ACC-09] another target type', 'fax', 'login', 0],
  ['[DATA-ACC-10] another purpose', 'phone', 'prank', 0],
  ['more tries than there are', 'phone', 'login', 6],
])('%s is rejected by the database', async (_title, type, purpose, attempts) => {
  await expect(insert(type, purpose, attempts)).rejects.toThrow()
})

it('[DATA-ACC-09] [DATA-ACC-10] has two kinds of targets and four purposes', async () => {
  for (const type of ['phone', 'email'])
    for (const purpose of ['registration', 'login', 'bind_account', 'account_recovery']) await insert(type, purpose, 0)
})

it('[DATA-ACC-22] stands beside a table for the SMS codes', async () => {
  expect(await database.query('select 1 from sms_verification_codes')).toEqual([])
})
