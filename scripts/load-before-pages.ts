// Pages are rendered at build time by a server that the framework starts, with ten seconds for each, fixed. The first page loads the whole program with its
// packages, which takes longer on a small or busy machine (9 s measured at a load of 16 on two cores), and the build failed there: so it is loaded
// before that clock runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

export const loadBeforePages = (folder: string): Plugin => ({
  name: 'load-before-pages',
  configurePreviewServer: async ({ config }) => {
    const program = join(config.root, folder, 'server/index.js')
    // The same address as the framework's own import, so that it is loaded once.
    if (existsSync(program)) await import(pathToFileURL(program).href)
  },
})
