// The installed packages that a running service needs: those that its sources name, and what these need in turn.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Folders from the root. `names` that are no package of ours are left out: texts of a program look like imports now and then. */
export function packagesThatRun(root: string, names: readonly string[]): string[] {
  const { dependencies, optionalDependencies } = manifestOf(root)
  const own = new Set(Object.keys({ ...dependencies, ...optionalDependencies }))
  const found = new Set<string>()
  const waiting = names.filter((name) => own.has(name)).map((name) => ({ name, from: root }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const folder = find(root, next.name, next.from)
    // Not installed: an optional part of another platform, or a peer dependency.
    if (!folder || found.has(folder)) continue
    found.add(folder)
    waiting.push(...neededBy(folder).map((name) => ({ name, from: folder })))
  }
  return [...found].map((folder) => relative(root, folder)).sort()
}

function neededBy(folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = manifestOf(folder)
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** As Node looks: beside the package that asks, then further up. */
function find(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (folder === root || folder === dirname(folder)) return undefined
  }
}
