// The operator's log is append-only at the level of the database, loses old rows by retention alone (document 1 §9; C-15), and whoever goes
// past its triggers is found by the audit (decision 0086).
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { audit } from '../audit/audit.ts'
import { emptyActionLog } from '../testing/empty-action-log.ts'
import { removeOldLogs } from './log-retention.job.ts'

const AGES = ['180 days 1 minute', '179 days 23 hours', '0 days']
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyActionLog(database)
  for (const age of AGES)
    await database.query(
      `insert into admin_action_logs (admin_id, action, action_details, created_at)
         values (gen_random_uuid(), $1::text, '{"b": [1, "|"], "a": null}', now() - $1::text::interval)`,
      [age],
    )
})

const actions = async () =>
  (await database.query<{ action: string }>('select action from admin_action_logs order by seq')).map(
    (row) => row.action,
  )
const faults = async () => (await audit(database)).checks.find(({ name }) => name === 'log')!.examples
/** As somebody who may do everything on the database. */
async function tamper(statement: string): Promise<void> {
  await database.query('alter table admin_action_logs disable trigger user')
  await database.query(statement)
  await database.query('alter table admin_action_logs enable trigger user')
}

it('retention removes log rows older than 180 days and keeps younger ones; the chain goes on and is whole', async () => {
  await removeOldLogs({ database })
  expect(await actions()).toEqual(AGES.slice(1))
  await removeOldLogs({ database })
  await database.query(`insert into admin_action_logs (admin_id, action) values (gen_random_uuid(), 'next')`)
  expect(await database.query('select seq from admin_action_logs order by seq')).toEqual([
    { seq: 2 },
    { seq: 3 },
    { seq: 4 },
  ])
  expect(await faults()).toEqual([])
})

it.each([
  `update admin_action_logs set action = 'other'`,
  'delete from admin_action_logs',
  'truncate admin_action_logs',
  `select set_config('app.log_retention', 'on', true), remove_old_admin_logs(now() + interval '1 day')`,
])('refuses %s', async (statement) => {
  await expect(database.query(statement)).rejects.toMatchObject({ code: '55000' })
  expect(await actions()).toEqual(AGES)
})

it('an entry that is undone leaves no gap, and many at once stand one after the other', async () => {
  const insert = `insert into admin_action_logs (admin_id, action) values (gen_random_uuid(), 'x')`
  await expect(database.query(`${insert}, (null, 'x')`)).rejects.toThrow()
  await Promise.all(Array.from({ length: 8 }, () => database.query(insert)))
  expect(await faults()).toEqual([])
  expect(await actions()).toHaveLength(AGES.length + 8)
})

it.each([
  [
    'changed',
    `update admin_action_logs set action_details = '{"b": [1, "|"]}' where seq = 2`,
    /log entry 2 .*: changed/,
  ],
  [
    'moved in time',
    `update admin_action_logs set created_at = created_at + interval '1 second' where seq = 3`,
    /log entry 3 /,
  ],
  ['removed from the middle', 'delete from admin_action_logs where seq = 2', /log entries 2 to 2: missing/],
  ['removed at the end', 'delete from admin_action_logs where seq = 3', /log entries 3 to 3: missing/],
  ['removed altogether', 'delete from admin_action_logs', /log entries 1 to 3: missing/],
])('a row that was %s past the triggers is found', async (_, statement, found) => {
  expect(await faults()).toEqual([])
  await tamper(statement)
  expect((await faults()).join('\n')).toMatch(found)
})
