// What `npm start` runs: builds the browser side and bundles the service where their sources changed, then becomes the service.
// Arguments go on to it (`npm start -- --role web`).
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire, enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serviceProgram } from './bundle/bundle-service.ts'
import { slimPackages } from './slim-packages.ts'
import { stateOf } from './source-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'build/stamp.json')
/** What the browser side is built from. */
const SOURCES = ['src', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']

process.chdir(root)
// The second start compiles nothing.
enableCompileCache(join(root, 'node_modules/.cache/huanying/compiled'))
if (existsSync('.env')) process.loadEnvFile('.env')
slim()
if (!process.argv.includes('worker') && arePagesStale()) buildPages()
await import(pathToFileURL(bundledOrSources()).href)

/** A read-only folder is left as it is. */
function slim(): void {
  try {
    const bytes = slimPackages(root)
    if (bytes > 0) process.stderr.write(`Removed ${Math.round(bytes / 1e6)} MB of packages that nothing here uses.\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
}

/** Settings that are written into the browser's program, and its sources. */
function stamp(): string {
  const sources = stateOf(root, SOURCES, isServerOnly)
  return JSON.stringify({ PUBLIC_API_KEY: process.env.PUBLIC_API_KEY ?? null, sources })
}

function arePagesStale(): boolean {
  if (!existsSync(stampFile) || !existsSync('build/client/index.html')) return true
  return readFileSync(stampFile, 'utf8') !== stamp()
}

function isServerOnly(path: string): boolean {
  return /\.test\.tsx?$|[\\/](server|engine)([\\/]|\.ts$)/.test(path)
}

function buildPages(): void {
  process.stderr.write('Building the browser side, about half a minute … 正在构建网页，请稍候……\n')
  const built = stamp()
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
  writeFileSync(stampFile, built)
}

/** Where nothing can be written the service starts as well, a second later. */
function bundledOrSources(): string {
  try {
    return serviceProgram()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return join(root, 'src/app/server.ts')
  }
}
