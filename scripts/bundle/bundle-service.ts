// What the service is started from: a bundle of its own for each state of the sources. So none is ever stale, several processes may start at once, and one that
// runs while the next release is started beside it goes on with its own children.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stateOf } from '../source-files.ts'
import { root } from './bundled-programs.ts'

const BUNDLES = join(root, 'build/service')
/** Of this release and of the one before, which may still run. */
const KEPT = 2
const SOURCES = ['src', 'package-lock.json', 'scripts/bundle'].map((path) => join(root, path))
const isNeverStarted = (path: string) => /\.test\.tsx?$|\.(tsx|css)$/.test(path)
const bundler = fileURLToPath(new URL('./bundle-programs.ts', import.meta.url))

/** Of the folder that is delivered (`npm run pruned`), from its root. There nothing is ever made anew. */
export const DELIVERED_FOLDER = 'build/service/delivered'

/** The program to start, made where it is not there. Throws where it cannot be made. */
export function serviceProgram(): string {
  const { newestMs, count } = stateOf(SOURCES, isNeverStarted)
  const folder = join(BUNDLES, `${Math.round(newestMs).toString(36)}-${count}`)
  const program = join(folder, 'server.mjs')
  if (existsSync(program)) return program
  const making = `${folder}.${process.pid}`
  bundleService(making)
  place(making, folder)
  removeOlder()
  return program
}

/** Two seconds of processor time. Throws after its reason stands on standard error: standard output belongs to the server's log. */
export function bundleService(folder: string): void {
  const { status } = spawnSync(process.execPath, [bundler, 'service', folder], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The service could not be bundled, see above. 程序打包失败，请查看上面的信息。')
}

/** Another start of the same sources may have been quicker; then both are the same. */
function place(making: string, folder: string): void {
  try {
    renameSync(making, folder)
  } catch (error) {
    rmSync(making, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}

function removeOlder(): void {
  const folders = readdirSync(BUNDLES).map((name) => join(BUNDLES, name))
  const madeMs = new Map(folders.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]))
  const newestFirst = folders.sort((one, other) => madeMs.get(other)! - madeMs.get(one)!)
  for (const path of newestFirst.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}
