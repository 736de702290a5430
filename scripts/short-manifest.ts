// The framework's list of all routes says the same of each of the 23 tool pages and names every file again for each (87 KB of text, 5 KB
// on the way). Here it is written without repetition. What each page imports is needed only before prefetching
// (src/app/shell/page-imports.ts): it is in a file of its own, which completes the list (4.4 KB of every page's 7.0).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { importsAddress } from '../src/app/shell/route-list.ts'

const VARIABLE = 'window.__reactRouterManifest'
const FILE_NAME = /^manifest-.*\.js$/
/** Puts the object together again: `f` style sheets, `k` what routes have in common, `r` routes (`p`: the path is the id), `m` the rest. */
const EXPAND =
  '(f,k,r,m)=>{k.forEach(a=>{a.css=a.css.map(i=>f[i])});m.routes={};r.forEach(a=>{if(a.p){a.path=a.id.slice(1);delete a.p}m.routes[a.id]=Object.assign(a,k[a.k]);delete a.k});return m}'
/** `f` files, `k` what routes import, `w` which of these each route does, in the order of the list. */
const COMPLETE = `(f,k,w)=>Object.values(${VARIABLE}.routes).forEach((a,i)=>{a.imports=k[w[i]].map(j=>f[j])})`

interface Route {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
  readonly index?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
interface ShortManifest {
  readonly list: string
  /** Run after it. */
  readonly imports: string
}

export function shortenManifest(code: string): ShortManifest {
  const { routes, ...rest } = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)) as {
    readonly routes: Readonly<Record<string, Route>>
  }
  const all = Object.values(routes)
  return { list: listOf(all, rest), imports: importsOf(all) }
}

function listOf(routes: readonly Route[], rest: object): string {
  const sheets: string[] = []
  const kinds: string[] = []
  const own = routes.map(({ id, parentId, path, index, imports: _, css = [], ...kind }) => ({
    id,
    parentId,
    // Most are named by their path.
    ...(id === `/${path}` ? { p: 1 } : { path }),
    index,
    k: placeIn(kinds, JSON.stringify({ ...kind, css: css.map((name) => placeIn(sheets, name)) })),
  }))
  const [f, r, m] = [sheets, own, rest].map((part) => JSON.stringify(part))
  return `${VARIABLE}=(${EXPAND})(${f},[${kinds}],${r},${m});`
}

function importsOf(routes: readonly Route[]): string {
  const files: string[] = []
  const kinds: string[] = []
  const which = routes.map(({ imports = [] }) =>
    placeIn(kinds, JSON.stringify(imports.map((name) => placeIn(files, name)))),
  )
  return `(${COMPLETE})(${JSON.stringify(files)},[${kinds}],${JSON.stringify(which)});`
}

function placeIn(list: string[], wanted: string): number {
  const place = list.indexOf(wanted)
  return place < 0 ? list.push(wanted) - 1 : place
}

/** The framework writes the list while the server's half is built. */
export function shortManifest(): Plugin {
  return {
    name: 'short-manifest',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    writeBundle() {
      const { build } = this.environment.getTopLevelConfig().environments.client!
      const assets = join(build.outDir, build.assetsDir)
      for (const name of readdirSync(assets).filter((file) => FILE_NAME.test(file))) {
        const { list, imports } = shortenManifest(readFileSync(join(assets, name), 'utf8'))
        writeFileSync(join(assets, name), list)
        writeFileSync(join(assets, importsAddress(name)), imports)
      }
    },
  }
}
