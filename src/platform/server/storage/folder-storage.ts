// The storage port on a local folder: bytes below `objects/`, types below `types/`. Files are written under a temporary name,
// synced and renamed, and the new name synced too, so a key holds a whole object or none, also after kill -9 and a power cut.
import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { allEnded } from '../all-ended.ts'
import type { Clock } from '../clock.ts'
import { segmentsOf } from './object-key.ts'
import {
  type ByteRange,
  type ListedObject,
  ObjectMissingError,
  type ObjectStorage,
  refusingWhenFull,
  type StoredObject,
} from './object-storage.ts'
import type { AddressSigner } from './signed-address.ts'

/** Temporary files of a process that was killed are removed after this. */
const LEFTOVER_MS = 24 * 3600 * 1000
/** Expiry is rounded to a quarter of the lifetime, so that a reloaded page shows pictures from the browser's cache. */
const STEPS_PER_LIFE = 4

/** More removals than this do not come between one making of a folder and its use. */
const PLACE_TRIES = 20

/** Measured over a ZIP of 1 GB, web part alone: memory grows by 19 MB, with Node's own 64 KB by 46 MB, with 1 MB by 68 MB; the time is the same. */
const READ_CHUNK_BYTES = 16 * 1024

/** Every opened folder has it. */
export const TEMPORARY_FOLDER = 'temporary'

/** Makes the folder; throws StorageFullError when it cannot be written. */
export async function openFolderStorage(path: string, signer: AddressSigner, clock: Clock): Promise<ObjectStorage> {
  const folder = resolve(path)
  const temporary = join(folder, TEMPORARY_FOLDER)
  const firstMade = await refusingWhenFull(() => mkdir(temporary, { recursive: true }))
  if (firstMade) await syncNames(dirname(firstMade), dirname(temporary))
  await removeLeftovers(temporary, clock.now().getTime())
  const objectPath = (key: string) => join(folder, 'objects', ...segmentsOf(key))
  const typePath = (key: string) => join(folder, 'types', ...segmentsOf(key))

  const write = async (target: string, fill: (path: string) => Promise<void>) => {
    const path = join(temporary, randomUUID())
    try {
      await refusingWhenFull(async () => {
        await fill(path)
        await syncFile(path)
        await place(path, target)
        await syncNames(folder, dirname(target))
      })
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
  const store = async (key: string, contentType: string, fill: (path: string) => Promise<void>) => {
    const [target, type] = [objectPath(key), typePath(key)]
    await allEnded([write(type, (file) => writeFile(file, contentType)), write(target, fill)])
  }
  const openRead = async (key: string, range?: ByteRange) => {
    const handle = await open(objectPath(key)).catch(missing(key))
    return handle.createReadStream({ ...range, highWaterMark: READ_CHUNK_BYTES })
  }

  return {
    servedBy: { signer },
    checkWritable: async () => {
      const path = join(temporary, randomUUID())
      await refusingWhenFull(() => writeFile(path, 'writable'))
      await rm(path, { force: true })
    },
    putFile: async (key, path, contentType, signal) => {
      signal?.throwIfAborted()
      await store(key, contentType, (file) => copyFile(path, file, constants.COPYFILE_FICLONE))
    },
    adoptFile: async (key, path, contentType, signal) => {
      signal?.throwIfAborted()
      await store(key, contentType, (file) => moveFile(path, file))
    },
    stat: async (key) => readStat(objectPath(key), typePath(key)),
    openRead,
    fetchToFile: async (key, path, signal) => {
      signal?.throwIfAborted()
      const source = objectPath(key)
      await refusingWhenFull(() => copyFile(source, path, constants.COPYFILE_FICLONE).catch(missing(key)))
    },
    pathOf: objectPath,
    remove: async (key) => {
      for (const [path, top] of [
        [objectPath(key), join(folder, 'objects')],
        [typePath(key), join(folder, 'types')],
      ] as const) {
        await rm(path, { force: true })
        await removeEmpty(dirname(path), top)
      }
    },
    list: (listed) =>
      listed === undefined ? listObjects(join(folder, 'objects')) : listObjects(objectPath(listed), listed),
    signedAddress: async (key, { expiresInMs, downloadName }) => {
      segmentsOf(key)
      const stepMs = Math.max(1, Math.floor(expiresInMs / STEPS_PER_LIFE))
      const expiresAtMs = Math.floor((clock.now().getTime() + expiresInMs) / stepMs) * stepMs
      return signer.sign({ key, expiresAtMs, downloadName })
    },
  }
}

async function* listObjects(path: string, key?: string): AsyncGenerator<ListedObject> {
  let entries: Dirent[]
  try {
    entries = await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  for (const entry of entries) {
    const below = { path: join(path, entry.name), key: key === undefined ? entry.name : `${key}/${entry.name}` }
    if (entry.isDirectory()) {
      yield* listObjects(below.path, below.key)
      continue
    }
    const facts = await stat(below.path).catch(() => undefined) // removed meanwhile
    if (facts) yield { key: below.key, storedAt: facts.mtime, sizeBytes: facts.size }
  }
}

async function readStat(path: string, typePath: string): Promise<StoredObject | undefined> {
  try {
    const [facts, contentType] = await Promise.all([stat(path), readFile(typePath, 'utf8')])
    return facts.isFile() ? { sizeBytes: facts.size, contentType } : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The folder of the target may be taken away, as one with nothing in it, by a removal beside it between these two steps. */
async function place(path: string, target: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await mkdir(dirname(target), { recursive: true })
      return await rename(path, target)
    } catch (error) {
      if (!isMissing(error) || tries === PLACE_TRIES) throw error
    }
  }
}

/**
 * Without the folders that held nothing else, below `top`: each upload has one of its own, and they would stay for ever. One that is in use stays, and so does one that
 * cannot be taken away: the object is gone, which was asked for.
 */
async function removeEmpty(folder: string, top: string): Promise<void> {
  for (let at = folder; at !== top; at = dirname(at)) {
    const isGone = await rmdir(at).then(() => true, isMissing)
    if (!isGone) return
  }
}

/** From another disk it is copied. */
async function moveFile(path: string, to: string): Promise<void> {
  try {
    await rename(path, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(path, to)
    await rm(path)
  }
}

/**
 * A name is on the disk when its folder is synced, and the folder's own when the one above is, up to `top`. All of them each time: another process that
 * stores at this moment, or was killed, may have made a folder and not synced its name yet. Measured: at once they take no longer than one.
 */
async function syncNames(top: string, folder: string): Promise<void> {
  const folders = [folder]
  for (let below = folder; below !== top; below = dirname(below)) folders.push(dirname(below))
  // One that is gone was taken away with the object in it, by whoever removed that since.
  const unlessGone = (error: unknown) => {
    if (!isMissing(error)) throw error
  }
  await Promise.all(folders.map((path) => syncPath(path, 'r').catch(unlessGone)))
}

const syncFile = (path: string): Promise<void> => syncPath(path, 'r+')

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeLeftovers(temporary: string, nowMs: number): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name)
    const facts = await stat(path).catch(() => undefined) // another process may have finished it meanwhile
    if (facts && nowMs - facts.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

function missing(key: string): (error: unknown) => never {
  return (error) => {
    throw isMissing(error) ? new ObjectMissingError(key) : error
  }
}
