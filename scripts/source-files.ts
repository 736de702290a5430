// What was built, and what it was built from.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceState {
  readonly newestMs: number
  readonly count: number
}

/** Folders among `sources` stand for every file in them that `isLeftOut` does not name; what is absent counts nothing. */
export function stateOf(sources: readonly string[], isLeftOut: (path: string) => boolean): SourceState {
  const times = sources.flatMap((source) => [...timesIn(source, isLeftOut)])
  return { newestMs: Math.max(0, ...times), count: times.length }
}

/** Or absent. */
export function isOlder(built: string, sources: readonly string[], isLeftOut: (path: string) => boolean): boolean {
  return !existsSync(built) || stateOf(sources, isLeftOut).newestMs > statSync(built).mtimeMs
}

function* timesIn(path: string, isLeftOut: (path: string) => boolean): Generator<number> {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return
  if (facts.isDirectory()) for (const name of readdirSync(path)) yield* timesIn(join(path, name), isLeftOut)
  else if (!isLeftOut(path)) yield facts.mtimeMs
}
