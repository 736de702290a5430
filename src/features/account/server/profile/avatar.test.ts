// Two avatars in one millisecond, each looking for a free name before the other is stored; they are drawn in the service's own temporary folder.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { systemClock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createLog } from '#platform/server/log.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { type AvatarParts, storeAvatar } from './avatar.ts'

const USER = '11111111-1111-4111-8111-111111111111'

/** Answers nobody before `count` have asked. */
function askedTogether(storage: ObjectStorage, count: number): ObjectStorage {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = 0
  return {
    ...storage,
    stat: async (key) => {
      asked += 1
      if (asked === count) resolve()
      await promise
      return storage.stat(key)
    },
  }
}

it('[CALL-ACC-18] none of three that are stored at the same moment overwrites another, and no file of the work stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'huanying-avatars-'))
  const storage = await openFolderStorage(folder, createAddressSigner('a secret of the test'), systemClock)
  const now = new Date()
  const pictures = ['one', 'two', 'three']
  const tempRoot = join(folder, 'tmp')
  const worked: string[] = []
  const parts: AvatarParts = {
    database: {} as Database,
    storage: askedTogether(storage, pictures.length),
    engine: {
      drawSquare: async ({ sourcePath, targetPath }) => {
        worked.push(...(await readdir(tempRoot)))
        await copyFile(sourcePath, targetPath)
      },
    },
    tempRoot,
    clock: { now: () => now },
    log: createLog('silent'),
  }
  const keys = await Promise.all(pictures.map((picture) => storeAvatar(parts, USER, new File([picture], 'me.png'))))
  const stored = await Promise.all(keys.map(async (key) => String(await buffer(await storage.openRead(key)))))
  expect(stored).toEqual(pictures)
  expect(worked).toContainEqual(expect.stringMatching(/^avatar-/))
  expect(await readdir(tempRoot)).toEqual([])
  await rm(folder, { recursive: true })
})
