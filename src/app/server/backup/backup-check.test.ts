// What of a database and its pictures is called a loss.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestUpload, createTestUser } from '#features/processing/server/testing/test-service.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { checkBackup } from './backup-check.ts'

it.each([
  ['before', 'after'],
  ['after', 'before'],
])('a file that two rows name, made %s and %s the begin, was there by then', async (...ages) => {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-check-'))
  const database = await openTestDatabase()
  const storage = await openFolderStorage(folder, createAddressSigner('of the test'), systemClock)
  const person = await createTestUser(database)
  for (const age of ages) {
    const id = await createTestUpload({ database, storage }, person)
    const days = age === 'before' ? -1 : 1
    await database.query(
      `update user_uploads set oss_url = 'lost', thumbnail_url = 'lost', view_key = 'lost', created_at = now() + $1 * interval '1 day' where id = $2`,
      [days, id],
    )
  }
  expect(await checkBackup(database, storage, new Date())).toMatchObject({ missing: ['lost'], removedMeanwhile: 0 })
  await database.close()
  await rm(folder, { recursive: true })
})
