// What the back office counts does not fall when people leave, remove their pictures, or their files grow old (C-54, U-16).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { RETENTION_QUEUE } from '#features/processing/server/queue-names.ts'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { endAccountNow } from '../../testing/end-account.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpAdmin } from '../../testing/sign-up-admin.ts'
import { signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let admin: TestPerson
const origin = () => `http://127.0.0.1:${service.port}`

beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider: createScriptedProvider() })
  admin = await signUpAdmin(foundation, origin(), 'operator@lasting.example.com')
})
afterAll(() => service.stop())

const signUp = (name: string) => signUpPerson(origin(), foundation.settings.publicOrigin, `${name}@lasting.example.com`)

/** A completed run of 2 credits on a picture of this person. */
async function run({ api, userId }: TestPerson): Promise<string> {
  const uploadId = await createTestUpload(foundation, userId)
  const { id } = await api.processing.jobs.start(startOf({ uploadId }))
  await eventually(
    () => api.processing.jobs.get({ id }),
    ({ status }) => status === 'completed',
  )
  return uploadId
}

async function figures() {
  const { new_users_today, total_processing_today } = await admin.api.admin.dashboard.stats()
  const days = await admin.api.admin.statistics.creditUse()
  return {
    newUsersToday: new_users_today,
    runsToday: total_processing_today,
    creditsToday: days.at(-1)!.credits,
    creditsEver: await admin.api.admin.pool.totalConsumed(),
  }
}

const filesAreGone = async (uploadId: string) => {
  const [row] = await foundation.database.query<{ gone: boolean }>(
    'select files_removed_at is not null as gone from user_uploads where id = $1',
    [uploadId],
  )
  return row!.gone
}

async function letFilesGrowOld(uploadId: string): Promise<void> {
  await foundation.database.query(`update user_uploads set created_at = now() - interval '31 days' where id = $1`, [
    uploadId,
  ])
  await foundation.database.orm.transaction((tx) => foundation.queue.send(tx, RETENTION_QUEUE, {}))
  await expect.poll(() => filesAreGone(uploadId)).toBe(true)
}

it("[ADM-DASH-17] [ADM-POOL-28] today's figures and the consumed credits stand, whoever goes and whatever is removed", async () => {
  const [leaver, tidy, idle] = [await signUp('leaver'), await signUp('tidy'), await signUp('idle')]
  await run(leaver)
  const removed = await run(tidy)
  const aged = await run(idle)
  const before = await figures()
  expect(before).toMatchObject({ newUsersToday: 4, runsToday: 3, creditsToday: 6, creditsEver: 6 })

  await tidy.api.history.remove({ uploadIds: [removed] })
  expect(await figures()).toEqual(before)
  await letFilesGrowOld(aged)
  expect(await figures()).toEqual(before)
  await leaver.api.ownData.deleteAccount({ password: TEST_PASSWORD })
  expect(await figures()).toEqual(before)
  // It ends a week later, when nobody of it counts as new any more.
  await endAccountNow(foundation, leaver.userId)
  expect(await figures()).toEqual({ ...before, newUsersToday: expect.any(Number) })
})
