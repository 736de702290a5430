// Where a run of the tests keeps its databases and pictures: in memory, where the machine has it.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux; elsewhere it is absent. */
const IN_MEMORY = '/dev/shm'
const GIB = 2 ** 30
/** A whole run has held 1 GiB at most, and its processes need theirs. */
const LEAST = { folderBytes: 6 * GIB, freeBytes: 10 * GIB }
const NAME = /^huanying-tests-(\d+)-/

export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/**
 * Measured on ext4: a new file costs 1.2 ms of processor time where a thousand were just removed (it looks past each of their numbers), 0.05 in
 * memory; an embedded database has 1,286 files. Undefined where there is too little memory, or no program may start from there.
 */
export function temporaryFolderInMemory(): TemporaryFolder | undefined {
  try {
    removeLeftovers()
    if (freeMemoryBytes() < LEAST.freeBytes || freeBytesOf(IN_MEMORY) < LEAST.folderBytes) return undefined
    const path = mkdtempSync(join(IN_MEMORY, `huanying-tests-${process.pid}-`))
    // As /tmp: servers of other users keep folders there.
    chmodSync(path, 0o1777)
    if (startsPrograms(path)) return { path, remove: () => removeFolder(path) }
    removeFolder(path)
  } catch {
    // Absent, or closed to this user.
  }
  return undefined
}

/** Free memory of the machine, and of the group of processes that may hold less. */
const freeMemoryBytes = (): number => Math.min(freemem(), process.availableMemory())

/** A run that was killed removes nothing itself. */
function removeLeftovers(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = NAME.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) removeFolder(join(IN_MEMORY, name))
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** What still writes there at the end of a run is no failure of it. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}

const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function startsPrograms(folder: string): boolean {
  const program = join(folder, 'starts')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
