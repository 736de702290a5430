// Last step of the browser build (decision 0017): prerendered pages get `src/app/start/deferred-start.ts` instead of the program that the
// framework writes into them; that program becomes a file of its own, which the small script fetches when it is wanted.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { STARTER_ID } from '../src/app/start/start-messages.ts'

const SOURCE = fileURLToPath(new URL('../src/app/start/deferred-start.ts', import.meta.url))
const PROGRAM = /<script type="module" async="">([\s\S]*?)<\/script>/
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g

/** Rewrites the prerendered pages of `paths` below `site`; throws when the framework wrote them in another form than known. */
export async function deferStart(site: string, paths: readonly string[], target: string[]): Promise<void> {
  const starter = writeAsset(site, 'deferred-start', await starterCode(target))
  for (const path of paths) {
    const page = join(site, path, 'index.html')
    const { html, program } = splitPage(readFileSync(page, 'utf8'))
    writeFileSync(page, html(starter, writeAsset(site, 'program', program)))
  }
}

interface SplitPage {
  readonly program: string
  /** The page with the small script, which finds the program's file at `program`. */
  readonly html: (starter: string, program: string) => string
}

export function splitPage(page: string): SplitPage {
  const program = PROGRAM.exec(page)?.[1]
  const preloads = [...page.matchAll(PRELOAD)].map((match) => match[1]!)
  if (!program || preloads.length === 0) throw new Error('This page has no program to defer.')
  const still = page.replaceAll(PRELOAD, '')
  return {
    program,
    html: (starter, file) =>
      still.replace(
        PROGRAM,
        () =>
          `<script type="module" src="${starter}" id="${STARTER_ID}" data-program="${file}" data-preload="${preloads.join(' ')}"></script>`,
      ),
  }
}

/** Named by its content, as everything below `assets/`, because it is kept by browsers for a year. */
function writeAsset(site: string, name: string, code: string): string {
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
  const path = `/assets/${name}-${hash}.js`
  writeFileSync(join(site, path), code)
  return path
}

async function starterCode(target: string[]): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PUBLIC_API_KEY: JSON.stringify(process.env.PUBLIC_API_KEY ?? 'huanying-web') },
    build: { write: false, target, rolldownOptions: { input: SOURCE, output: { format: 'es' } } },
  })
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = output!.output
  if (others.length > 0) throw new Error('The deferred start must be one file.')
  return chunk.code
}
