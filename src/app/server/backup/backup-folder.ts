// What lies in a backup: dumps of the database with what is known of each, one copy of the pictures with its journal, and the secret where the service
// made its own.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { openFolderStorage } from '#platform/server/storage/folder-storage.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { createAddressSigner } from '#platform/server/storage/signed-address.ts'

/** Written last, so a dump without one was broken off. */
export interface Manifest {
  readonly stamp: string
  readonly release: string
  readonly home: 'embedded' | 'server'
  /** Within `database/`. */
  readonly dump: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** The message says in English and Chinese what to do. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupError'
  }
}

export const databaseFolder = (folder: string): string => join(folder, 'database')
export const journalPath = (folder: string): string => join(folder, 'pictures.jsonl')
export const secretPath = (folder: string): string => join(folder, 'secret')

/** Nobody gets an address of a picture in a backup, so its signer needs no secret. */
export const openBackupPictures = (folder: string): Promise<ObjectStorage> =>
  openFolderStorage(join(folder, 'pictures'), createAddressSigner('no addresses'), systemClock)

/** Newest first. */
export async function readManifests(folder: string): Promise<Manifest[]> {
  const names = await readdir(databaseFolder(folder)).catch(() => [])
  const texts = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFile(join(databaseFolder(folder), name)))
  const manifests = (await Promise.all(texts)).map((text) => JSON.parse(text.toString()) as Manifest)
  return manifests.sort((one, other) => other.stamp.localeCompare(one.stamp))
}

/** Throws BackupError when there is none. */
export async function chosenManifest(folder: string, stamp: string | undefined): Promise<Manifest> {
  const manifests = await readManifests(folder)
  const chosen = stamp === undefined ? manifests[0] : manifests.find((manifest) => manifest.stamp === stamp)
  if (chosen) return chosen
  throw new BackupError(`No finished backup${stamp ? ` ${stamp}` : ''} lies in ${folder}. 该目录中没有完整的备份。`)
}
