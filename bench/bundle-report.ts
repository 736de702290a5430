// Script and style bytes on first load, gzip, of the pages with a limit. `npx node bench/bundle-report.ts [chunks]` after
// `npm run build`. Counted are the files that a page's HTML names, the modules of its route, and their static imports, not what is
// loaded on demand. Open pages start their program on the first interaction (decision 0017), so their first load is less.
// Ends with code 1 when a page is above its limit.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { FOR_VISITORS } from '../src/app/start/start-messages.ts'
import { MODELS } from '../src/rulebook/tools/catalogue.ts'

interface Route {
  readonly path?: string
  readonly module: string
  readonly parentId?: string
  readonly css?: readonly string[]
}

const site = fileURLToPath(new URL('../build/client', import.meta.url))
const shownChunks = Number(process.argv[2] ?? 8)
const PAGES = [
  { path: '/', scriptLimit: 120_000, styleLimit: 20_000 },
  { path: '/ai', scriptLimit: 200_000 },
  // 199.9 measured; the hashes in file names move it by 0.1 from build to build.
  { path: MODELS[0]!.route, scriptLimit: 200_000 },
]
const STATIC_IMPORT =
  /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^"'();]*?from\s*)?["']((?:\.|\/assets)\/[^"']+\.js)["']/g

const gzipBytes = (file: string): number => gzipSync(readFileSync(join(site, file)), { level: 9 }).length
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

/** Routes by id, as the browser gets them. */
function readRoutes(): Record<string, Route> {
  const name = readdirSync(join(site, 'assets')).find((file) => /^manifest-.*\.js$/.test(file))!
  const window: { __reactRouterManifest?: { readonly routes: Record<string, Route> } } = {}
  runInNewContext(readFileSync(join(site, 'assets', name), 'utf8'), { window })
  return window.__reactRouterManifest!.routes
}

/** The modules and styles of a route and of those around it, whose imports are followed below; the prerendered pages name them in their HTML. */
function filesOfRoute(routes: Record<string, Route>, path: string): string[] {
  const files: string[] = []
  const id = Object.keys(routes).find((key) => `/${routes[key]!.path ?? ''}` === path)
  for (let route = id ? routes[id] : undefined; route; route = route.parentId ? routes[route.parentId] : undefined)
    files.push(route.module, ...(route.css ?? []))
  return files.map((file) => file.replace(/^\//, ''))
}

function filesOfHtml(path: string): string[] {
  const page = join(site, path, 'index.html')
  const html = readFileSync(existsSync(page) ? page : join(site, '__spa-fallback.html'), 'utf8')
  return [...html.matchAll(/["' ](?:\/)((?:assets\/)?[\w.$-]+\.(?:js|css))(?=["' ])/g)].map((match) => match[1]!)
}

/** What an open page fetches before anybody is there; undefined for a page that fetches its program at once, though it may run later. */
function firstScripts(path: string): number | undefined {
  const page = join(site, path, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : ''
  if (!html.includes(`data-for="${FOR_VISITORS}"`)) return undefined
  return [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].reduce((bytes, match) => bytes + gzipBytes(match[1]!), 0)
}

function withImports(files: Iterable<string>): Set<string> {
  const all = new Set<string>()
  const visit = (file: string): void => {
    if (all.has(file) || !existsSync(join(site, file))) return
    all.add(file)
    if (!file.endsWith('.js')) return
    for (const [, name] of readFileSync(join(site, file), 'utf8').matchAll(STATIC_IMPORT))
      visit(name!.startsWith('/') ? name!.slice(1) : join(dirname(file), name!))
  }
  for (const file of files) visit(file)
  return all
}

const routes = readRoutes()
for (const { path, scriptLimit, styleLimit } of PAGES) {
  const files = [...withImports([...filesOfHtml(path), ...filesOfRoute(routes, path)])]
    .filter((file) => file !== 'service-worker.js')
    .map((file) => ({ file, bytes: gzipBytes(file) }))
    .sort((a, b) => b.bytes - a.bytes)
  const sum = (extension: string) =>
    files.reduce((bytes, each) => bytes + (each.file.endsWith(extension) ? each.bytes : 0), 0)
  const goal = (limit?: number) => (limit ? ` (goal ${kilobytes(limit)})` : '')
  const first = firstScripts(path)
  if ((first ?? sum('.js')) > scriptLimit || sum('.css') > (styleLimit ?? Number.POSITIVE_INFINITY))
    process.exitCode = 1
  console.log(
    first
      ? `${path}: script ${kilobytes(first)} KB${goal(scriptLimit)} on first load, ${kilobytes(sum('.js'))} KB with the program`
      : `${path}: script ${kilobytes(sum('.js'))} KB${goal(scriptLimit)}`,
    `style ${kilobytes(sum('.css'))} KB${goal(styleLimit)}, ${files.length} files`,
  )
  for (const { file, bytes } of files.slice(0, shownChunks)) console.log(`  ${kilobytes(bytes).padStart(6)} KB ${file}`)
}
