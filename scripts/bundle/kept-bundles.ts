// A folder of bundles, one for each state of the sources: several processes may start at once, and one that runs while the next release is started beside it
// goes on with its own children.
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Two processes of one release may start an hour apart; who makes a bundle needs seconds. */
const YOUNG_MS = 3_600_000
/** Who runs from a bundle leaves its number in it. */
const RUNS = /^runs-(\d+)$/
/** A folder that is being made bears the number of who makes it. */
const BEING_MADE = /\.\d+$/

/** The folder of this state's bundle, made by `make` where it is not there; this process counts as running from it. */
export function bundleOf(bundles: string, state: string, make: (folder: string) => void): string {
  const folder = join(bundles, state)
  if (!isThere(folder)) {
    const making = `${folder}.${process.pid}`
    make(making)
    moveIn(making, folder)
  }
  try {
    writeFileSync(join(folder, `runs-${process.pid}`), '')
    removeUnused(bundles, folder)
  } catch {
    // Another user's, or read-only: then nothing is made there either, and what is left over harms nobody.
  }
  return folder
}

/** Another start of the same sources may have been quicker; then both are the same. */
function moveIn(making: string, folder: string): void {
  for (const name of readdirSync(making)) sync(join(making, name))
  sync(making)
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!isThere(folder)) throw error
  }
}

/** A power cut must not leave a whole folder of empty files. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function removeUnused(bundles: string, own: string): void {
  for (const name of readdirSync(bundles)) {
    const folder = join(bundles, name)
    if (folder === own || isYoung(folder)) continue
    if (BEING_MADE.test(name) || !hasUser(folder)) rmSync(folder, { recursive: true, force: true })
  }
  for (const name of readdirSync(own)) if (RUNS.test(name) && !isUser(name)) rmSync(join(own, name), { force: true })
}

function isYoung(folder: string): boolean {
  const facts = statSync(folder, { throwIfNoEntry: false })
  return facts !== undefined && Date.now() - facts.mtimeMs < YOUNG_MS
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

const hasUser = (folder: string): boolean => readdirSync(folder).some(isUser)

function isUser(name: string): boolean {
  const pid = RUNS.exec(name)?.[1]
  if (pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    // Another user's is not ours to signal.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
