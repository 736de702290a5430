import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#platform/server/database/testing/test-database.ts'
import { createLog } from '#platform/server/log.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { avatarPath } from '#rulebook/account/avatar.ts'
import { removeOrphanAvatars } from './avatar-sweep.job.ts'

const OWNER = '11111111-1111-4111-8111-111111111111'
const GONE = '22222222-2222-4222-8222-222222222222'
const SHOWN = avatarPath(OWNER, 2, 'webp')
let folder: string
let database: Database
let storage: ObjectStorage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanying-avatars-'))
  database = await openTestDatabase()
  storage = await openFolderStorage(
    folder,
    createAddressSigner('a secret of the test that is long enough'),
    systemClock,
  )
  await database.query(`insert into auth_users (id, name, email) values ($1, '', 'owner@example.com')`, [OWNER])
  await database.query('insert into user_profiles (id, avatar_url) values ($1, $2)', [OWNER, `/${SHOWN}`])
  const file = join(folder, 'avatar')
  for (const key of [SHOWN, avatarPath(OWNER, 1, 'webp'), avatarPath(GONE, 1, 'webp')]) {
    await writeFile(file, key)
    await storage.putFile(key, file, 'image/webp')
  }
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of storage.list('avatars')) found.push(key)
  return found
}
const sweepAfterHours = (hours: number) =>
  removeOrphanAvatars({
    database,
    storage,
    log: createLog('silent'),
    clock: { now: () => new Date(Date.now() + hours * 60 * 60_000) },
  })

it('removes avatars that no profile shows, but none that may still get its row', async () => {
  expect(await sweepAfterHours(1)).toBe(0)
  expect(await keys()).toHaveLength(3)
  expect(await sweepAfterHours(25)).toBe(2)
  expect(await keys()).toEqual([SHOWN])
  expect(await sweepAfterHours(25)).toBe(0)
})
