// Makes the folder that runs the service and nothing else: no sources of pages, no tools, no engines of other platforms.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { bundleService, PRUNED_BUNDLE } from '../bundle/bundle-service.ts'
import { packagesThatRun } from './packages-that-run.ts'
import { reachFrom } from './sources-that-run.ts'

/** The service with what it starts, and the commands of docs/operate.md. */
const COMMANDS = [
  'admin',
  'adopt',
  'audit',
  'backup',
  'check:payments',
  'check:topaz',
  'doctor',
  'models',
  'restore',
  'sweep',
  'storage:move',
  'verify-backup',
]
/** Its bundle is started; what it finds from where its sources lie (nets, migrations) they name. */
const ENTRIES = ['src/app/server.ts']
const DATA = [
  'migrations',
  'models',
  'build/client',
  PRUNED_BUNDLE,
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'CHANGELOG.md',
  '.env.example',
]
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const START = `exec node --max-semi-space-size=8 ${PRUNED_BUNDLE}/server.mjs`

/** Types, maps and texts for people; Node does not read TypeScript below node_modules. */
const NEVER = /\.(map|md|markdown|flow|[cm]?ts|tsx)$/
const ALWAYS = /^(licen[cs]e|notice|copying)/i

export interface PrunedFolder {
  /** By package, the largest first. */
  readonly packages: readonly (readonly [name: string, bytes: number])[]
  readonly ownBytes: number
}

export interface PruneOptions {
  /** The package of Node itself goes with it, for machines without Node 24. */
  readonly withNode?: boolean
}

export function copyPruned(from: string, target: string, { withNode = false }: PruneOptions = {}): PrunedFolder {
  // Without the slash that folders of URLs end with.
  const root = resolve(from)
  bundleService(join(root, PRUNED_BUNDLE))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown> & {
    scripts: Record<string, string>
  }
  const scripts = Object.fromEntries(COMMANDS.map((name) => [name, manifest.scripts[name]!]))
  const commandFiles = Object.values(scripts).map((command) => command.split(' ').at(-1)!)
  const { files, names } = reachFrom(root, [...ENTRIES, ...commandFiles])
  for (const path of [...files, ...DATA]) copy(root, target, path)
  const { name, version, license, type, imports } = manifest
  const pruned = {
    name,
    version,
    license,
    private: true,
    type,
    engines: { node: '>=24' },
    imports,
    scripts: { start: START, ...scripts },
  }
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(pruned, null, 2)}\n`)
  const carriers = carriersOf(root)
  const node = withNode ? [NODE_PACKAGE] : []
  const folders = packagesThatRun(root, [...names, ...carriers.keys(), ...node])
  const packages = folders.map((folder) => {
    copyPackage(root, target, folder, carriers.get(basename(folder)))
    return [folder.replace(/^node_modules\//, ''), bytesOf(join(target, folder))] as const
  })
  if (withNode) linkNode(target)
  const allBytes = bytesOf(target)
  return {
    packages: packages.sort(([, a], [, b]) => b - a),
    ownBytes: allBytes - packages.reduce((sum, [, bytes]) => sum + bytes, 0),
  }
}

/** Where npm looks for what a script starts: without it `npm run` takes the machine's own Node, which may read no TypeScript. */
function linkNode(target: string): void {
  const { bin } = JSON.parse(readFileSync(join(target, 'node_modules', NODE_PACKAGE, 'package.json'), 'utf8')) as {
    bin: { node: string }
  }
  mkdirSync(join(target, 'node_modules/.bin'))
  symlinkSync(join('..', NODE_PACKAGE, bin.node), join(target, 'node_modules/.bin/node'))
}

function copy(root: string, target: string, path: string): void {
  if (!existsSync(join(root, path))) return
  mkdirSync(dirname(join(target, path)), { recursive: true })
  cpSync(join(root, path), join(target, path), { recursive: true })
}

/** Packages that only carry the files of model packs, and which files. */
function carriersOf(root: string): Map<string, Set<string>> {
  const carriers = new Map<string, Set<string>>()
  for (const file of globSync('models/packs/*/manifest.json', { cwd: root })) {
    const { carrier, files } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      carrier?: { package: string }
      files: Record<string, { path: string }>
    }
    if (!carrier) continue
    const paths = carriers.get(carrier.package) ?? new Set()
    for (const { path } of Object.values(files)) paths.add(path)
    carriers.set(carrier.package, paths)
  }
  return carriers
}

function copyPackage(root: string, target: string, folder: string, carried: ReadonlySet<string> | undefined): void {
  const source = join(root, folder)
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = relative(source, join(entry.parentPath, entry.name)).split(sep).join('/')
    // Packages inside are copied as packages of their own, or not at all.
    if (path.startsWith('node_modules/') || !isWanted(basename(folder), path, carried)) continue
    mkdirSync(dirname(join(target, folder, path)), { recursive: true })
    cpSync(join(source, path), join(target, folder, path))
  }
}

function isWanted(name: string, path: string, carried: ReadonlySet<string> | undefined): boolean {
  if (path === 'package.json' || ALWAYS.test(basename(path))) return true
  if (carried) return carried.has(path)
  if (NEVER.test(path)) return false
  if (name === 'onnxruntime-node' && path.startsWith('bin/'))
    return path.includes(`/${process.platform}/${process.arch}/`)
  // The reader of the API document needs these two of many builds.
  if (name === 'swagger-ui-dist')
    return path === 'swagger-ui.css' || path === 'swagger-ui-bundle.js' || path.endsWith('path.js')
  // PostgreSQL's extensions, of which we use none.
  return !(name === 'pglite' && path.endsWith('.tar.gz'))
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
