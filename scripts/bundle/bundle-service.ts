// What the service is started from.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stateOf } from '../source-files.ts'
import { bundleOf } from './kept-bundles.ts'
import { bundleName, root, SERVICE } from './programs.ts'

const SOURCES = ['src', 'package.json', 'package-lock.json', 'scripts/bundle']
const isNeverStarted = (path: string) => /\.test\.tsx?$|\.(tsx|css)$/.test(path)
const bundler = fileURLToPath(new URL('./bundle-programs.ts', import.meta.url))

/** Where it lies in the pruned folder (`npm run pruned`), from its root. There nothing is ever made anew. */
export const PRUNED_BUNDLE = 'build/program'

/** The program to start, bundled where its sources changed. Throws where that cannot be done. */
export function serviceProgram(): string {
  const state = stateOf(root, SOURCES, isNeverStarted)
  return join(bundleOf(join(root, 'build/service'), state, bundleService), bundleName(SERVICE[0]!))
}

/** Two seconds of processor time. Throws after its reason stands on standard error: standard output belongs to the server's log. */
export function bundleService(folder: string): void {
  const { status } = spawnSync(process.execPath, [bundler, folder, ...SERVICE], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The service could not be bundled, see above. 程序打包失败，请查看上面的信息。')
}
