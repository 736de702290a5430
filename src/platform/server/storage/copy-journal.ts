// What a copy knows of its target: a line for each object that was copied and read back, and one for each that is to be forgotten; the last one holds.
import { appendFile, readFile, truncate } from 'node:fs/promises'

export const note = (journal: string, line: readonly string[]): Promise<void> =>
  appendFile(journal, `${JSON.stringify(line)}\n`)

/** What is proven of one object. */
export interface Proven {
  readonly version: string
  /** SHA-256 as it was sent and read back. */
  readonly hash: string
  /** Unknown of what an earlier release has copied. */
  readonly type: string | undefined
}

/** The machine went down while it was written: the next line would not begin on its own. */
export async function cutUnfinishedLine(path: string): Promise<void> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0)) // the first run
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) await truncate(path, whole)
}

type Line = [key: string, version?: string, hash?: string, type?: string]

/** What a journal says of each object that the target still has. */
export async function readJournal(path: string): Promise<Map<string, Proven>> {
  const proven = new Map<string, Proven>()
  for (const [key, version, hash, type] of await linesOf(path)) {
    if (version && hash) proven.set(key, { version, hash, type })
    else proven.delete(key)
  }
  return proven
}

async function linesOf(path: string): Promise<Line[]> {
  const lines = await readFile(path, 'utf8').catch(() => '') // the first run
  // The last line may be cut.
  const whole = lines.slice(0, lines.lastIndexOf('\n') + 1)
  return whole.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Line] : []))
}

/** Keys of all objects that it ever named. */
export const keysIn = async (path: string): Promise<string[]> => (await linesOf(path)).map(([key]) => key)
