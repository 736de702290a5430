// The week in which the end of an account can be undone (document 1 §9; decision 0058): the hourly job comes by many times and leaves the account alone.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeAccount } from '#features/account/server/end/remove-account.ts'
import { findDueDeletions } from '#features/account/server/end/schedule-deletion.ts'
import { ACCOUNT_DELETION_QUEUE } from '#features/history/server/own-data/delete-account.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { endAccountNow } from '../../testing/end-account.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { tablesWith } from '../../testing/personal-tables.ts'
import { signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider: createScriptedProvider() })
})
afterAll(() => service.stop())

/** Asks for the end of a new account that has a picture. */
async function leaver(name: string): Promise<string> {
  const origin = `http://127.0.0.1:${service.port}`
  const { api, userId } = await signUpPerson(origin, foundation.settings.publicOrigin, `${name}@cooling.example.com`)
  await createTestUpload(foundation, userId)
  await api.ownData.deleteAccount({ password: TEST_PASSWORD })
  return userId
}

/** The hourly job ends this account, and has gone through all others too. */
async function runJobFor(userId: string): Promise<void> {
  await endAccountNow(foundation, userId)
  await expect
    .poll(() =>
      foundation.database.query(`select state from pgboss.job where name = $1 and state < 'completed'`, [
        ACCOUNT_DELETION_QUEUE,
      ]),
    )
    .toEqual([])
}

async function estateOf(userId: string) {
  const { database, storage } = foundation
  const files: string[] = []
  for await (const { key } of storage.list(`uploads/${userId}`)) files.push(key)
  return {
    tables: await tablesWith(database, userId),
    user: await database.query('select * from auth_users where id = $1', [userId]),
    profile: await database.query('select * from user_profiles where id = $1', [userId]),
    uploads: await database.query('select * from user_uploads where user_id = $1', [userId]),
    files: files.sort(),
  }
}

it('[PROFILE-23] an account whose end is asked for keeps everything until it is due, with a week to go and with a minute, whoever else ends', async () => {
  const waits = await leaver('waits')
  const before = await estateOf(waits)
  expect(before).toMatchObject({
    user: [{}],
    profile: [{}],
    uploads: [{}],
    files: [{}, {}, {}].map(() => expect.any(String)),
  })
  await runJobFor(await leaver('first'))
  expect(await estateOf(waits)).toEqual(before)
  await foundation.database.query(`update auth_users set deletion_due_at = now() + interval '1 minute' where id = $1`, [
    waits,
  ])
  const nearly = await estateOf(waits)
  await runJobFor(await leaver('second'))
  expect(await estateOf(waits)).toEqual(nearly)
  await runJobFor(waits)
})

it('an end is due from its moment on, and not a thousandth of a second before', async () => {
  const userId = await leaver('moment')
  const [due] = await foundation.database.query<{ at: Date }>(
    'select deletion_due_at as at from auth_users where id = $1',
    [userId],
  )
  const { database } = foundation
  const early = new Date(due!.at.getTime() - 1)
  expect(await findDueDeletions(database, early)).toEqual([])
  expect(await removeAccount(database, userId, early)).toBeUndefined()
  expect(await findDueDeletions(database, due!.at)).toEqual([userId])
  expect(await removeAccount(database, userId, due!.at)).toBe('moment@cooling.example.com')
})
