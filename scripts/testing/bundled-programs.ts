// What tests start as processes, each with its modules in a few files. A service has 1,760 modules; to find, read and compile them costs 2.6 s of
// processor time, bundled 0.9. Each of the product's also starts from its sources: decision 0248 says where.
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** From the root of the repository. */
const ENGINE_CHILD = 'src/engine/child/engine-child.ts'
export const PROGRAMS: readonly string[] = [
  ENGINE_CHILD,
  'src/app/server.ts',
  'src/app/server/start-service.ts',
  'src/app/server/testing/scripted-service.ts',
  'src/app/server/tests/account/merge-then-hang.ts',
  'src/features/processing/server/testing/test-process.ts',
  ...['admin', 'audit', 'backup', 'doctor', 'restore', 'verify-backup'].map((name) => `scripts/${name}.ts`),
]

/** `npm test` has bundled them into this folder; a test that runs by itself starts the sources, which are never stale. */
const folderOfBundles = () => process.env.TEST_PROGRAMS

export function programOf(source: string): string {
  const folder = folderOfBundles()
  const path = relative(root, source)
  return folder && PROGRAMS.includes(path) ? bundleIn(folder, path) : source
}

const bundleIn = (folder: string, path: string): string => join(folder, path.replace(/\.ts$/, '.mjs'))

/** The engine's host, also in a test's own process: its children load 0.3 instead of 0.8 s of processor time. */
export const startsBundledChildren = (folder: string): Plugin => ({
  name: 'starts-bundled-children',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/engine\/host\/start-child\.ts$/ },
    handler(code) {
      const place = "new URL('../child/engine-child.ts', import.meta.url)"
      if (!code.includes(place)) throw new Error('start-child.ts names its program in another way')
      return code.replace(place, JSON.stringify(pathToFileURL(bundleIn(folder, ENGINE_CHILD)).href))
    },
  },
})
