// How the browser's code is split into chunks (docs/web-performance.md): what every page starts with is one file. By default the build
// makes some sixty small ones, which compress worse and are more requests (measured: 9 KB of every page).
import { basename, extname } from 'node:path'
import type { Plugin } from 'vite'

interface ModuleFacts {
  readonly code: string | null
  readonly importedIds: readonly string[]
}
interface ModuleGraph {
  getModuleInfo(id: string): ModuleFacts | null
}

const FRAMEWORK = /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/
const ROOT = /[\\/]src[\\/]app[\\/]root\.tsx$/
/** What brings one along stays where it is: order and place of the sheets would change with it. */
const SHEET = /\.css(?:$|\?)/
/** Small ones that most pages need soon after: a file of its own costs each of them a tenth of a kilobyte. */
const SMALL =
  /[\\/]src[\\/](?:platform[\\/]web[\\/](?:when-idle|ui[\\/]use-hydrated)|rulebook[\\/]runs[\\/](?:estimates|progress))\.ts$/
const FOLLOWED = /[\\/]src[\\/]|[\\/]node_modules[\\/]@(?:mantine[\\/]core|tabler)[\\/]/
/** A library's barrel file: only named imports are followed. */
const LIST_FROM = 100
const NAMED_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'][^."'][^"']*["']/g

/** Everything that the build needs at once for the module that matches. */
function reachable(graph: ModuleGraph, ids: Iterable<string>, from: RegExp): Set<string> {
  const reached = new Set<string>()
  const open = [...ids].filter((id) => from.test(id))
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...importsOf(graph, id))
  }
  return reached
}

function importsOf(graph: ModuleGraph, id: string): string[] {
  const facts = graph.getModuleInfo(id)
  if (!facts) return []
  return facts.importedIds
    .filter((imported) => FOLLOWED.test(imported))
    .flatMap((imported) => {
      const all = graph.getModuleInfo(imported)?.importedIds ?? []
      if (all.length < LIST_FROM) return [imported]
      const names = namesIn(facts.code ?? '')
      return all.filter((part) => names.has(basename(part, extname(part))))
    })
}

/** Those that bring no style sheet along, nor does anything that they import. */
function withoutSheets(graph: ModuleGraph, ids: ReadonlySet<string>): Set<string> {
  const known = new Map<string, boolean>()
  const brings = (id: string): boolean => {
    if (SHEET.test(id)) return true
    if (!FOLLOWED.test(id)) return false
    const cached = known.get(id)
    if (cached !== undefined) return cached
    known.set(id, false) // circles are in libraries only, which bring none
    const found = (graph.getModuleInfo(id)?.importedIds ?? []).some(brings)
    known.set(id, found)
    return found
  }
  return new Set([...ids].filter((id) => !brings(id)))
}

const namesIn = (code: string): Set<string> =>
  new Set(
    [...code.matchAll(NAMED_IMPORT)].flatMap((match) => match[1]!.split(',').map((name) => name.trim().split(' ')[0]!)),
  )

/** The plugin learns which modules there are; `nameOf` says into which file one goes, if not into one of its own. */
export function pageChunks(): {
  readonly plugin: Plugin
  readonly nameOf: (id: string, graph: ModuleGraph) => string | null
} {
  const ids = new Set<string>()
  let shell: Set<string> | undefined
  const plugin: Plugin = {
    name: 'page-chunks',
    moduleParsed: ({ id }) => {
      ids.add(id)
      shell = undefined
    },
  }
  const nameOf = (id: string, graph: ModuleGraph): string | null => {
    if (FRAMEWORK.test(id)) return 'framework'
    shell ??= withoutSheets(graph, reachable(graph, ids, ROOT))
    return shell.has(id) || SMALL.test(id) ? 'shell' : null
  }
  return { plugin, nameOf }
}
