// Programs of the service, each with its modules in a few files, and where they lie. A service has 1,760 modules; to find, read and compile them costs
// 2.6 s of processor time, bundled 0.9; a child of the engine 0.8 and 0.35 (decision 0248).
import { basename, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** From the root of the repository. */
const ENGINE_CHILD = 'src/engine/child/engine-child.ts'
/** Started by the service itself, as processes and threads. */
const STARTED = [ENGINE_CHILD, 'src/engine/run/tile-thread.ts', 'src/platform/server/storage/hash-thread.ts']
/** What `npm start` starts. */
export const SERVICE: readonly string[] = ['src/app/server.ts', ...STARTED]
/** What tests start: the service, parts of it, and its commands. */
export const TESTED: readonly string[] = [
  ...SERVICE,
  'src/app/server/start-service.ts',
  'src/app/server/testing/scripted-service.ts',
  'src/app/server/tests/account/merge-then-hang.ts',
  'src/features/processing/server/testing/test-process.ts',
  ...['admin', 'audit', 'backup', 'doctor', 'restore', 'verify-backup'].map((name) => `scripts/${name}.ts`),
]

/** All lie beside each other, so a bundle finds another by its name. */
export const bundleName = (source: string): string => basename(source).replace(/\.ts$/, '.mjs')

/** `npm test` has bundled them into this folder; a test that runs by itself starts the sources, which are never stale. */
const folderOfTests = () => process.env.TEST_PROGRAMS

export function programOf(source: string): string {
  const folder = folderOfTests()
  return folder && TESTED.includes(relative(root, source)) ? join(folder, bundleName(source)) : source
}

/** The engine's host in a test's own process: its children are bundles. */
export const startsBundledChildren = (folder: string): Plugin => ({
  name: 'starts-bundled-children',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/engine\/host\/start-child\.ts$/ },
    handler(code) {
      const place = "new URL('../child/engine-child.ts', import.meta.url)"
      if (!code.includes(place)) throw new Error('start-child.ts names its program in another way')
      return code.replace(place, JSON.stringify(pathToFileURL(join(folder, bundleName(ENGINE_CHILD))).href))
    },
  },
})
