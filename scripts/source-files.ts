// What something was built from, so that it is built anew when that changes.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Another word for each other state: of every file its path, size and time. Folders among `sources` (from `root`) stand for every file in them that `isLeftOut`
 * does not name; what is absent counts nothing.
 */
export function stateOf(root: string, sources: readonly string[], isLeftOut: (path: string) => boolean): string {
  const hash = createHash('sha256')
  for (const source of sources) for (const line of linesOf(root, source, isLeftOut)) hash.update(line)
  return hash.digest('hex').slice(0, 16)
}

function* linesOf(root: string, path: string, isLeftOut: (path: string) => boolean): Generator<string> {
  const facts = statSync(join(root, path), { throwIfNoEntry: false })
  if (!facts) return
  if (facts.isDirectory())
    for (const name of readdirSync(join(root, path)).sort()) yield* linesOf(root, `${path}/${name}`, isLeftOut)
  else if (!isLeftOut(path)) yield `${path} ${facts.size} ${facts.mtimeMs}\n`
}
