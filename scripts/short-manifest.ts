// The framework's list of all routes says the same of each of the 23 tool pages and names every file again for each (87 KB of text, 5 KB
// on the way). Here it is written without repetition; the browser gets the same object.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const VARIABLE = 'window.__reactRouterManifest'
const FILE_NAME = /^manifest-.*\.js$/
/** Puts the object together again: `f` file names, `k` what routes have in common, `r` routes (`p`: the path is the id), `m` the rest. */
const EXPAND =
  '(f,k,r,m)=>{const n=a=>a.map(i=>f[i]);k.forEach(a=>{a.imports=n(a.imports);a.css=n(a.css)});m.routes={};r.forEach(a=>{if(a.p){a.path=a.id.slice(1);delete a.p}m.routes[a.id]=Object.assign(a,k[a.k]);delete a.k});return m}'

interface Route {
  readonly id: string
  readonly parentId?: string
  readonly path?: string
  readonly index?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export function shortenManifest(code: string): string {
  const { routes, ...rest } = JSON.parse(code.slice(code.indexOf('{'), code.lastIndexOf('}') + 1)) as {
    readonly routes: Readonly<Record<string, Route>>
  }
  const files: string[] = []
  const numbers = (names: readonly string[] = []): number[] => names.map((name) => placeIn(files, name))
  const kinds: string[] = []
  const own = Object.values(routes).map(({ id, parentId, path, index, ...kind }) => ({
    id,
    parentId,
    // Most are named by their path.
    ...(id === `/${path}` ? { p: 1 } : { path }),
    index,
    k: placeIn(kinds, JSON.stringify({ ...kind, imports: numbers(kind.imports), css: numbers(kind.css) })),
  }))
  const [f, r, m] = [files, own, rest].map((part) => JSON.stringify(part))
  return `${VARIABLE}=(${EXPAND})(${f},[${kinds}],${r},${m});`
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
      for (const name of readdirSync(assets).filter((file) => FILE_NAME.test(file)))
        writeFileSync(join(assets, name), shortenManifest(readFileSync(join(assets, name), 'utf8')))
    },
  }
}
