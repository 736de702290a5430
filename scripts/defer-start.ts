// Last step of the browser build (decision 0017): prerendered pages get `src/app/start/deferred-start.ts` instead of the program that the
// framework writes into them; that program becomes a file of its own, which the small script fetches when it is wanted.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { type FOR_MEMBERS, type FOR_VISITORS, STARTER_ID } from '../src/app/start/start-messages.ts'

const SOURCE = fileURLToPath(new URL('../src/app/start/deferred-start.ts', import.meta.url))
const PROGRAM = /<script type="module" async="">([\s\S]*?)<\/script>/
/** Hydrates the page: everything else must have run. */
const ENTRY = /import\("([^"]+)"\)/
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g

type PageFor = typeof FOR_VISITORS | typeof FOR_MEMBERS

export interface DeferredPage {
  readonly path: string
  readonly pageFor: PageFor
}

/** Rewrites prerendered pages below `site`; throws when the framework wrote them in another form than known. */
export async function deferStart(site: string, pages: readonly DeferredPage[], target: string[]): Promise<void> {
  const starter = writeAsset(site, 'deferred-start', await starterCode(target))
  for (const { path, pageFor } of pages) {
    const file = join(site, path, 'index.html')
    const { html, program } = splitPage(readFileSync(file, 'utf8'))
    writeFileSync(file, html({ starter, program: writeAsset(site, 'program', program), for: pageFor }))
  }
}

interface SplitPage {
  readonly program: string
  /** The page with the small script `starter`, which finds the program's file at `program`. */
  readonly html: (start: { readonly starter: string; readonly program: string; readonly for: PageFor }) => string
}

export function splitPage(page: string): SplitPage {
  const program = PROGRAM.exec(page)?.[1]
  const entry = program && ENTRY.exec(program)?.[1]
  const modules = [...page.matchAll(PRELOAD)].map((match) => match[1]!).filter((module) => module !== entry)
  if (!program || !entry || modules.length === 0) throw new Error('This page has no program to defer.')
  const still = page.replaceAll(PRELOAD, '')
  const data = (values: Readonly<Record<string, string>>): string =>
    Object.entries(values)
      .map(([name, value]) => ` data-${name}="${value}"`)
      .join('')
  return {
    program,
    html: ({ starter, ...start }) => {
      const attributes = data({ ...start, entry, preload: modules.join(' ') })
      return still.replace(
        PROGRAM,
        () => `<script type="module" src="${starter}" id="${STARTER_ID}"${attributes}></script>`,
      )
    },
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
    build: { write: false, target, rolldownOptions: { input: SOURCE, output: { format: 'es' } } },
  })
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = output!.output
  if (others.length > 0) throw new Error('The deferred start must be one file.')
  return chunk.code
}
