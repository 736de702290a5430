// An account ends without anything happening to others: their sessions stay, and none is due with it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { changedRows } from '#platform/server/database/testing/changed-rows.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { removeAccount } from './remove-account.ts'
import { findDueDeletions, isLeaving, scheduleDeletion } from './schedule-deletion.ts'

const NOW = new Date('2026-11-26T10:00:00Z')
const DUE_AT = new Date('2026-12-03T10:00:00Z')
let database: Database
let ids: string[]
beforeAll(async () => {
  database = await openTestDatabase()
  ids = []
  for (const name of ['before', 'this', 'after']) {
    const [user] = await database.query<{ id: string }>(
      'insert into auth_users (name, email) values ($1, $1) returning id',
      [`${name}@example.com`],
    )
    ids.push(user!.id)
    await database.query('insert into user_profiles (id) values ($1)', [user!.id])
    await database.query(`insert into auth_sessions (user_id, token, expires_at) values ($1, $2, now())`, [
      user!.id,
      name,
    ])
  }
})
afterAll(() => database.close())

const usersLeft = async () =>
  (await database.query<{ id: string }>('select id from auth_users')).map(({ id }) => id).toSorted()

it('is asked for, is due and is gone alone', async () => {
  const [before, id, after] = ids as [string, string, string]
  const ask = () => scheduleDeletion(database, id, NOW)
  expect(await changedRows(database, ['auth_users'], ask)).toEqual({
    answer: { email: 'this@example.com', dueAt: DUE_AT },
    changed: [id],
  })
  const sessions = await database.query<{ user_id: string }>('select user_id from auth_sessions')
  expect(sessions.map(({ user_id }) => user_id).toSorted()).toEqual([before, after].toSorted())
  expect([await isLeaving(database.orm, id), await isLeaving(database.orm, after)]).toEqual([true, false])
  const early = new Date(DUE_AT.getTime() - 1)
  expect([await findDueDeletions(database, early), await findDueDeletions(database, DUE_AT)]).toEqual([[], [id]])
  expect([await removeAccount(database, id, early), await removeAccount(database, after, DUE_AT)]).toEqual([
    undefined,
    undefined,
  ])
  expect(await usersLeft()).toEqual(ids.toSorted())
  expect(await removeAccount(database, id, DUE_AT)).toBe('this@example.com')
  expect(await usersLeft()).toEqual([before, after].toSorted())
})
