// What tests start as processes, bundled before they run (decision 0248): the service, parts of it, and its commands.
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { bundleName, ENGINE_CHILD, root, SERVICE } from '../bundle/programs.ts'

export const TESTED: readonly string[] = [
  ...SERVICE,
  'src/platform/server/storage/hash-thread.ts',
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
  const program = relative(root, source)
  return folder && TESTED.includes(program) ? join(folder, bundleName(program)) : source
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
