// `public/before-page.js` is in the head of every page and blocks rendering: the build strips its comments (1.2 KB compressed with
// them). In development the file itself is served.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

export function shortPlainScript(fileName: string): Plugin {
  return {
    name: 'short-plain-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      const source = readFileSync(join(this.environment.config.publicDir, fileName), 'utf8')
      // What is emitted replaces the copy that the build makes of the folder.
      this.emitFile({ type: 'asset', fileName, source: minifySync(fileName, source).code })
    },
  }
}
