// What becomes of one person's pictures, by a merge or by a removal, becomes of nobody else's.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changedRows } from '#platform/server/database/testing/changed-rows.ts'
import { insertConsent } from './consent/consent.store.ts'
import { ownedPictures } from './merge-pictures.ts'
import { createProviders } from './provider/providers.ts'
import { createTestUser, openTestService, startInput, type TestService } from './testing/test-service.ts'
import { removeUploads } from './uploads/remove-uploads.ts'

const TABLES = ['user_uploads', 'processing_history', 'provider_consents']
let service: TestService
beforeAll(async () => {
  service = await openTestService({ hasWorker: false })
})
afterAll(() => service.close())

const changes = <Answer>(act: () => Promise<Answer>) => changedRows(service.database, TABLES, act)
const set = (changes: string, id: string) =>
  service.database.query(`update processing_history set ${changes} where id = $1`, [id])
async function started(userId: string, uploadId?: string) {
  const input = await startInput(service, userId, uploadId ? { source: { uploadId } } : {})
  const { id } = await service.clientOf(userId).processing.jobs.start(input)
  return { id, uploadId: (input.source as { uploadId: string }).uploadId }
}
/** With a run that waits, and one that is over and stays in no list. */
async function person() {
  const userId = await createTestUser(service.database, { extraCredits: 100 })
  const run = await started(userId)
  const removed = await started(userId, run.uploadId)
  await set(`status = 'completed', deleted_at = now()`, removed.id)
  await insertConsent(service.database.orm, userId, { name: 'Topaz Labs', country: '美国', contact: '' })
  return { userId, run, removed }
}
const ownersOf = async (ids: readonly string[]) => {
  const rows = TABLES.map((table) => `select id, user_id from ${table}`).join(' union all ')
  return service.database.query(
    `select user_id, count(*)::int as n from (${rows}) owned where id = any($1) group by 1`,
    [ids],
  )
}

it('a merge waits for runs of the other account, and moves its pictures, runs and consents', async () => {
  const [primary, merged, stranger] = [await person(), await person(), await person()]
  const pair = { primaryId: primary.userId, mergedId: merged.userId }
  const move = () => service.database.orm.transaction((tx) => ownedPictures.move(tx, pair))
  await expect(move()).rejects.toMatchObject({ code: 'merge-runs-open' })
  await set(`status = 'completed'`, merged.run.id)
  const gone = await started(merged.userId)
  await set(`status = 'failed'`, gone.id)
  await service.database.query(`update user_uploads set status = 'deleted' where id = $1`, [gone.uploadId])
  expect(await ownedPictures.count(service.database, merged.userId, primary.userId)).toEqual({ uploads: 1, records: 2 })
  const { answer, changed } = await changes(move)
  expect(answer).toEqual({ uploads: 2, records: 3 })
  expect(await ownersOf(changed)).toEqual([{ user_id: primary.userId, n: 6 }])
  const consents = `select user_id, revoked_at is null as stands from provider_consents where user_id = any($1) order by 1, 2`
  const ids = [primary.userId, stranger.userId]
  const expected = [
    { user_id: primary.userId, stands: false },
    { user_id: primary.userId, stands: true },
    { user_id: stranger.userId, stands: true },
  ]
  const order = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  expect(order(await service.database.query(consents, [ids]))).toEqual(order(expected))
})

it('a picture that is removed takes its own runs along, once', async () => {
  const [owner] = [await person(), await person()]
  const other = await started(owner.userId)
  const remove = (uploadId: string) => {
    const providers = createProviders({ byDefault: service.provider })
    return changes(() => removeUploads({ database: service.database, providers }, owner.userId, [uploadId]))
  }
  const { answer, changed } = await remove(owner.run.uploadId)
  expect([answer, changed.toSorted()]).toEqual([1, [owner.run.uploadId, owner.run.id].toSorted()])
  expect(await remove(owner.run.uploadId)).toEqual({ answer: 0, changed: [] })
  expect((await remove(other.uploadId)).changed.toSorted()).toEqual([other.uploadId, other.id].toSorted())
})
