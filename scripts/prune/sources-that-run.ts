// Which of our own files a running service reaches from its entries, and which packages they name.
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'

export interface Reached {
  /** Paths from the root, without what only types name. */
  readonly files: readonly string[]
  /** Names that may be packages. */
  readonly names: readonly string[]
}

/** Children and threads are started by `new URL('./file.ts', import.meta.url)`, packages' folders found by `resolve('name/package.json')`. */
const MENTIONS = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\(|\bresolve\()\s*'([^'\s]+)'/g

export function reachFrom(root: string, entries: readonly string[]): Reached {
  const imports = aliasesOf(root)
  const files = new Set<string>()
  const names = new Set<string>()
  const waiting = entries.map((entry) => join(root, entry))
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    if (!file.endsWith('.ts')) continue
    const source = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    for (const [, mention] of source.matchAll(MENTIONS)) {
      const path = pathOf(root, imports, file, mention!)
      if (path && existsSync(path) && /\.(ts|json)$/.test(path)) waiting.push(path)
      else if (!path) names.add(packageName(mention!))
    }
  }
  return { files: [...files].map((file) => relative(root, file)).sort(), names: [...names] }
}

/** `#engine/*` and the others of package.json, by their beginnings. */
function aliasesOf(root: string): readonly (readonly [begin: string, folder: string])[] {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  return Object.entries(imports).map(([from, to]) => [from.replace('*', ''), to.replace('*', '')])
}

/** Resolves an import of our own; undefined for what may be a package. */
function pathOf(
  root: string,
  imports: ReturnType<typeof aliasesOf>,
  file: string,
  mention: string,
): string | undefined {
  if (mention.startsWith('.')) return join(dirname(file), mention)
  const alias = imports.find(([begin]) => mention.startsWith(begin))
  return alias && join(root, alias[1], mention.slice(alias[0].length))
}

const packageName = (mention: string): string =>
  mention
    .split('/')
    .slice(0, mention.startsWith('@') ? 2 : 1)
    .join('/')
