// A backup in a folder of this machine.
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { makeFolders } from '#platform/server/data-folder.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { JOURNAL } from './backup-parts.ts'
import type { BackupTarget } from './backup-target.ts'

/** Left by a run that was broken off: written over. */
const UNFINISHED = 'unfinished'

export function openFolderTarget(place: string): BackupTarget {
  const folder = resolve(place)
  const pathOf = (name: string) => join(folder, name)
  return {
    place: folder,
    prepare: async () => makeFolders(pathOf('database'), 0o700),
    // Its machine's own lock is enough (one-at-a-time.ts).
    alone: (work) => work(),
    refuseBusy: async () => undefined,
    /** Nobody gets an address of a picture in a backup, so its signer needs no secret. */
    pictures: () => openFolderStorage(pathOf('pictures'), createAddressSigner('no addresses'), systemClock),
    names: (inner) => readdir(pathOf(inner)).catch(() => []),
    store: async (name, write) => {
      const unfinished = join(dirname(pathOf(name)), UNFINISHED)
      await write(unfinished)
      await rename(unfinished, pathOf(name))
    },
    read: async (name, use) => (existsSync(pathOf(name)) ? use(pathOf(name)) : undefined),
    remove: (name) => rm(pathOf(name), { force: true }),
    withJournal: (work) =>
      work({ journal: pathOf(JOURNAL), keepJournal: async () => undefined, tempRoot: pathOf('tmp') }),
  }
}
