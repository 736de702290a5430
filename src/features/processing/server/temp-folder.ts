// Temporary folders below the data folder; each is removed with its use, and what a killed process left behind at the next start.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refusingWhenFull } from '#platform/server/storage/object-storage.ts'

/** Runs `use` with a fresh folder, which is gone afterwards whatever happens. Throws StorageFullError. */
export async function withTempFolder<Result>(
  root: string,
  purpose: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await refusingWhenFull(async () => {
    await mkdir(root, { recursive: true })
    return mkdtemp(join(root, `${purpose}-`))
  })
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes folders that nobody touched for this long; answers how many. */
export async function removeStaleTempFolders(root: string, olderThanMs: number): Promise<number> {
  const names = await readdir(root).catch(() => [] as string[])
  let removed = 0
  for (const name of names) {
    const path = join(root, name)
    const facts = await stat(path).catch(() => undefined)
    if (!facts || Date.now() - facts.mtimeMs < olderThanMs) continue
    await rm(path, { recursive: true, force: true })
    removed += 1
  }
  return removed
}
