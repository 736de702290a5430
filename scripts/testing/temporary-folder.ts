// Where a run of the tests keeps its databases and pictures: in memory, where the machine has it.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux; elsewhere it is absent. */
const IN_MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** A whole run has held 2 GiB at most, and its processes need theirs. */
const LEAST = { folderBytes: 6 * GIB, freeBytes: 10 * GIB }

export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/**
 * Measured on ext4: a new file costs 1.2 ms of processor time where a thousand were just removed (it looks past each of their numbers), 0.05 in
 * memory; an embedded database has 1,286 files. Undefined where there is too little memory, or no program may start from there.
 */
export function temporaryFolderInMemory(): TemporaryFolder | undefined {
  if (freemem() < LEAST.freeBytes || freeBytesOf(IN_MEMORY) < LEAST.folderBytes) return undefined
  const path = mkdtempSync(join(IN_MEMORY, 'huanying-'))
  // As /tmp: servers of other users keep folders there.
  chmodSync(path, 0o1777)
  const remove = () => rmSync(path, { recursive: true, force: true })
  if (startsPrograms(path)) return { path, remove }
  remove()
  return undefined
}

function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

function startsPrograms(folder: string): boolean {
  const program = join(folder, 'starts')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
