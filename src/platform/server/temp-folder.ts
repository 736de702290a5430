// Temporary folders below the data folder: each is removed after its use, and those of killed processes by the sweeps of running ones.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'
import { refusingWhenFull } from './storage/object-storage.ts'

/** A run lasts ten minutes; an upload writes all the time. */
const STALE_MS = 60 * 60_000

export const tempRootIn = (dataDir: string): string => join(dataDir, 'tmp')

/** Runs `use` with a fresh folder, which is gone afterwards whatever happens. Throws StorageFullError. */
export async function withTempFolder<Result>(
  root: string,
  purpose: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await makeTempFolder(root, purpose)
  try {
    return await use(folder)
  } finally {
    await removeTempFolder(folder)
  }
}

export interface TempFolderOnDemand {
  /** Makes it when it is first asked for. Throws StorageFullError. */
  path(): Promise<string>
  remove(): Promise<void>
}

/** For whose use does not end with one call; the caller removes it. */
export function tempFolderOnDemand(root: string, purpose: string): TempFolderOnDemand {
  let made: Promise<string> | undefined
  return {
    path: () => {
      made ??= makeTempFolder(root, purpose)
      return made
    },
    async remove() {
      const folder = await made?.catch(() => undefined)
      if (folder) await removeTempFolder(folder)
    },
  }
}

const makeTempFolder = (root: string, purpose: string): Promise<string> =>
  refusingWhenFull(async () => {
    await mkdir(root, { recursive: true })
    return mkdtemp(join(root, `${purpose}-`))
  })

const removeTempFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

export interface SweepOptions {
  readonly root: string
  readonly everyMs: number
  /** No other process uses the folder, so whatever is in it is left over. */
  readonly isAlone: boolean
  readonly log: Log
}

/** Sweeps now and from time to time; the returned function ends it. A failed sweep stops nothing else. */
export async function keepSwept({ root, everyMs, isAlone, log }: SweepOptions): Promise<() => void> {
  const sweep = (olderThanMs: number) =>
    removeStale(root, olderThanMs).catch((error: unknown) => log.error({ err: error }, 'temporary folders not swept'))
  await sweep(isAlone ? 0 : STALE_MS)
  const timer = setInterval(sweep, everyMs, STALE_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function removeStale(root: string, olderThanMs: number): Promise<void> {
  for (const name of await readdir(root).catch(() => [] as string[])) {
    const path = join(root, name)
    if (Date.now() - (await touchedAtMs(path)) < olderThanMs) continue
    // One that cannot be removed keeps no other: a decoder that was taken over may have closed a folder of its own.
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** A folder's own mtime changes with the names in it, not when a file in it grows. */
async function touchedAtMs(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [] as string[])
  const times = await Promise.all(
    [folder, ...names.map((name) => join(folder, name))].map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return Math.max(...times)
}
