// Part of the browser build: `/offline.html` and `/service-worker.js`, which knows the shell's files by their hashes.
// SERVICE_WORKER=off builds a worker that removes itself and everything it kept (docs/operate.md).
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { offlinePage } from '../src/app/offline/offline-page.ts'
import { OFFLINE_PATH, WORKER_PATH } from '../src/app/offline/worker-messages.ts'
import { SHARE_QUERY } from '../src/rulebook/site/offline-texts.ts'
import { PATHS } from '../src/rulebook/site/site-map.ts'

const SOURCE = fileURLToPath(new URL('../src/app/offline/service-worker.ts', import.meta.url))
/** What every page starts with; their static imports and styles belong to them. */
const SHELL_CHUNKS = ['entry.client', 'root']

export function serviceWorker(target: string[]): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_, bundle) {
      const offline = offlinePage()
      const files = [OFFLINE_PATH, ...shellFiles(bundle)]
      const code = await workerCode(files, versionOf(files, offline), target)
      this.emitFile({ type: 'asset', fileName: OFFLINE_PATH.slice(1), source: offline })
      this.emitFile({ type: 'asset', fileName: WORKER_PATH.slice(1), source: code })
    },
  }
}

function shellFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of chunk.imports) add(imported)
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && SHELL_CHUNKS.includes(chunk.name)) add(chunk.fileName)
  return [...files].sort().map((name) => `/${name}`)
}

const versionOf = (files: readonly string[], offline: string): string =>
  createHash('sha256').update(files.join('\n')).update(offline).digest('hex').slice(0, 12)

/** One plain script: module workers are younger than the browsers that we serve. */
async function workerCode(files: readonly string[], version: string, target: string[]): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      PRECACHED: JSON.stringify(files),
      VERSION: JSON.stringify(version),
      AFTER_SHARE: JSON.stringify(`${PATHS.catalogue}?${SHARE_QUERY}=`),
      IS_OFF: JSON.stringify(process.env.SERVICE_WORKER === 'off'),
    },
    build: { write: false, target, rolldownOptions: { input: SOURCE, output: { format: 'iife' } } },
  })
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = output!.output
  if (others.length > 0) throw new Error('The service worker must be one file.')
  return chunk.code
}
