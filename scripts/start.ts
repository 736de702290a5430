// What `npm start` runs: builds the browser side when it is missing or older than its sources, then becomes the server.
// Arguments go on to the server (`npm start -- --role web`).
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slimPackages } from './slim-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'build/stamp.json')
/** What the browser side is built from. */
const SOURCES = ['src', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']

process.chdir(root)
// Measured: saves 0.3 s of 1.5 s from the second start on.
enableCompileCache(join(root, 'node_modules/.cache/huanying/compiled'))
if (existsSync('.env')) process.loadEnvFile('.env')
slim()
if (!process.argv.includes('worker') && isStale()) build()
await import('../src/app/server.ts')

/** A read-only folder is left as it is. */
function slim(): void {
  try {
    const bytes = slimPackages(root)
    if (bytes > 0) process.stderr.write(`Removed ${Math.round(bytes / 1e6)} MB of packages that nothing here uses.\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
}

/** Settings that are written into the browser's program. */
function builtInSettings(): string {
  return JSON.stringify({ PUBLIC_API_KEY: process.env.PUBLIC_API_KEY ?? null })
}

function isStale(): boolean {
  if (!existsSync(stampFile) || !existsSync('build/client/index.html')) return true
  if (readFileSync(stampFile, 'utf8') !== builtInSettings()) return true
  const builtAtMs = statSync(stampFile).mtimeMs
  return SOURCES.some((source) => newestMs(source) > builtAtMs)
}

function newestMs(path: string): number {
  if (!existsSync(path)) return 0
  const facts = statSync(path)
  if (!facts.isDirectory()) return isServerOnly(path) ? 0 : facts.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

function isServerOnly(path: string): boolean {
  return /\.test\.tsx?$|[\\/](server|engine)([\\/]|\.ts$)/.test(path)
}

function build(): void {
  process.stderr.write('Building the browser side, about half a minute … 正在构建网页，请稍候……\n')
  const cli = join(dirname(createRequire(import.meta.url).resolve('@react-router/dev/package.json')), 'bin.cjs')
  const { status } = spawnSync(process.execPath, [cli, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    // Standard output belongs to the server's log.
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) {
    process.stderr.write('The build failed, see above. 构建失败，请查看上面的信息。\n')
    process.exit(1)
  }
  writeFileSync(stampFile, builtInSettings())
}
