// What lies in a backup: dumps of the database with what is known of each, one copy of the pictures with its journal, and the secret where the service
// made its own.
import { readFile } from 'node:fs/promises'
import type { BackupTarget } from './backup-target.ts'

export const JOURNAL = 'pictures.jsonl'
export const SECRET = 'secret'
/** In a bucket, while a backup is made there. */
export const LEASE = 'at-work'
/** Folder of the dumps. */
export const DATABASE = 'database'

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

/** By the word that the operator gives. */
export const isInBucket = (place: string): boolean => place.startsWith('s3://')

/** Within the backup. */
export const dumpName = ({ dump }: Pick<Manifest, 'dump'>): string => `${DATABASE}/${dump}`
export const manifestName = ({ stamp }: Pick<Manifest, 'stamp'>): string => `${DATABASE}/${stamp}.json`

/** Newest first. */
export async function readManifests(target: BackupTarget): Promise<Manifest[]> {
  const manifests: Manifest[] = []
  for (const name of await target.names(DATABASE)) {
    if (!name.endsWith('.json')) continue
    const text = await target.read(`${DATABASE}/${name}`, (path) => readFile(path, 'utf8'))
    if (text !== undefined) manifests.push(JSON.parse(text) as Manifest)
  }
  return manifests.sort((one, other) => other.stamp.localeCompare(one.stamp))
}

/** Throws BackupError when there is none. */
export async function chosenManifest(target: BackupTarget, stamp: string | undefined): Promise<Manifest> {
  const manifests = await readManifests(target)
  const chosen = stamp === undefined ? manifests[0] : manifests.find((manifest) => manifest.stamp === stamp)
  if (chosen) return chosen
  throw new BackupError(`No finished backup${stamp ? ` ${stamp}` : ''} lies in ${target.place}. 该位置没有完整的备份。`)
}
