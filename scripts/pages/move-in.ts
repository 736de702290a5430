// Pages that are built whole take the place of those before: a process that starts finds one or the other, also where two are built at once.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Age of what a broken build left; one takes half a minute. */
const LEFT_OVER_MS = 3_600_000

/** `built` becomes `place`; what was there is removed. */
export function moveIn(built: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true })
  for (;;) {
    const before = `${built}-before`
    moveAway(place, before)
    const isIn = take(built, place)
    // After it: the removal takes far longer than both names.
    rmSync(before, { recursive: true, force: true })
    if (isIn) return
  }
}

/** False where another build was quicker. */
function take(built: string, place: string): boolean {
  try {
    renameSync(built, place)
    return true
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}

function moveAway(place: string, before: string): void {
  try {
    renameSync(place, before)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Below `folder`, by the beginning of their names. */
export function removeLeftOver(folder: string, beginning: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const facts = name.startsWith(beginning) ? statSync(path, { throwIfNoEntry: false }) : undefined
    if (facts && Date.now() - facts.mtimeMs > LEFT_OVER_MS) rmSync(path, { recursive: true, force: true })
  }
}
