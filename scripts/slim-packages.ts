// What `npm start` removes from the installed packages, once after each `npm ci`: files of other platforms and sources that nothing here opens
// (decision 0117). Where development tools are not installed (`npm ci --omit=dev`), types and source maps, too. Nothing that is
// removed is needed by the build, the service or its commands.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Node and npm do not read these; the compiler and debuggers of a developer do. */
const FOR_DEVELOPERS = /\.(d\.[cm]?ts|map)$/

/** Answers how many bytes went; 0 when it was done since the last installation. */
export function slimPackages(root: string, platform = process.platform, arch = process.arch): number {
  const packages = join(root, 'node_modules')
  const stamp = join(packages, '.cache/huanying/slim')
  const installed = join(packages, '.package-lock.json')
  // A folder that was copied or linked in was not installed by npm here: it is left alone.
  if (!existsSync(installed) || (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(installed).mtimeMs)) return 0
  const superfluous = [
    ...enginesOfOthers(packages, platform, arch),
    ...['include', 'share'].map((part) => join(packages, `node-${platform}-${arch}`, part)),
    // The drawings that icons are made from; the pages use the made ones.
    ...['icons', 'categories'].map((part) => join(packages, '@tabler/icons', part)),
    ...programsOfCarrier(root, packages),
  ]
  let bytes = 0
  for (const path of superfluous) bytes += remove(path)
  if (!existsSync(join(packages, '@biomejs/biome'))) bytes += removeFiles(packages, FOR_DEVELOPERS)
  bytes += shortenExports(join(packages, 'drizzle-orm/package.json'))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${bytes}\n`)
  return bytes
}

/**
 * Node copies and reads a package's list of exports anew for each of its modules and for each that imports it. The database library's has 447 entries,
 * of which 384 say no more than one pattern: with it the service's modules load in 0.9 instead of 1.5 s of processor time (decision 0218).
 */
function shortenExports(path: string): number {
  if (!existsSync(path)) return 0
  const text = readFileSync(path, 'utf8')
  const manifest = JSON.parse(text) as { exports?: Record<string, unknown> }
  const isPlain = ([name, target]: [string, unknown]) => JSON.stringify(target) === JSON.stringify(targetOf(name))
  const entries = Object.entries(manifest.exports ?? {})
  if (manifest.exports?.[ANY] || !entries.some(isPlain)) return 0
  manifest.exports = { ...Object.fromEntries(entries.filter((entry) => !isPlain(entry))), [ANY]: targetOf(ANY) }
  const short = JSON.stringify(manifest, null, 2)
  // Beside it first: a kill or a full disk leaves the old one whole, and a folder that was copied by links keeps its own.
  const written = `${path}.${process.pid}`
  writeFileSync(written, short)
  renameSync(written, path)
  return text.length - short.length
}

const ANY = './*'
const targetOf = (name: string) => ({
  import: { types: `${name}.d.ts`, default: `${name}.js` },
  require: { types: `${name}.d.cts`, default: `${name}.cjs` },
  types: `${name}.d.ts`,
  default: `${name}.js`,
})

/** onnxruntime-node/bin/napi-v6/PLATFORM/ARCH. */
function enginesOfOthers(packages: string, platform: string, arch: string): string[] {
  const bin = join(packages, 'onnxruntime-node/bin')
  return folders(bin).flatMap((version) =>
    folders(version).flatMap((system) => folders(system).filter((folder) => !folder.endsWith(join(platform, arch)))),
  )
}

/** The package of the model pack brings programs that are never started (decision 0075). */
function programsOfCarrier(root: string, packages: string): string[] {
  const manifests = join(root, 'models/packs')
  const carried = new Map<string, Set<string>>()
  for (const folder of folders(manifests)) {
    const file = join(folder, 'manifest.json')
    if (!existsSync(file)) continue
    const { carrier, files } = JSON.parse(readFileSync(file, 'utf8')) as {
      carrier?: { package: string }
      files: Record<string, { path: string }>
    }
    if (!carrier) continue
    const paths = carried.get(carrier.package) ?? new Set()
    for (const { path } of Object.values(files)) paths.add(path)
    carried.set(carrier.package, paths)
  }
  return [...carried].flatMap(([name, paths]) => {
    const folder = join(packages, name)
    return filesIn(folder).filter((path) => isProgram(path.slice(folder.length + 1), paths))
  })
}

const isProgram = (path: string, wanted: ReadonlySet<string>): boolean =>
  !wanted.has(path.replaceAll('\\', '/')) && !/^(package\.json|licen[cs]e|notice|copying|readme)/i.test(path)

function removeFiles(folder: string, kind: RegExp): number {
  let bytes = 0
  for (const path of filesIn(folder)) if (kind.test(path)) bytes += remove(path)
  return bytes
}

function remove(path: string): number {
  if (!existsSync(path)) return 0
  const facts = statSync(path)
  const bytes = facts.isDirectory() ? filesIn(path).reduce((sum, file) => sum + statSync(file).size, 0) : facts.size
  rmSync(path, { recursive: true })
  return bytes
}

const folders = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [join(folder, entry.name)] : [],
      )
    : []

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
      )
    : []
