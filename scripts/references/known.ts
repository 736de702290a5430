// What a mention may lead to: the ids of docs/spec, the sections of the two documents, of ARCHITECTURE.md, the engine study and the contracts,
// the decision records, the headings of every Markdown file, and the files of the repository.
import { readFileSync } from 'node:fs'

export interface Known {
  readonly files: ReadonlySet<string>
  /** C-07, U-24, P-13 and the rows of requirements.tsv. */
  readonly ids: ReadonlySet<string>
  /** `VALID-USER` and the like: the part before the number of a row. */
  readonly areas: ReadonlySet<string>
  readonly documentSections: ReadonlySet<string>
  readonly architectureSections: ReadonlySet<string>
  readonly studySections: ReadonlySet<string>
  readonly topazSections: ReadonlySet<string>
  readonly paymentSections: ReadonlySet<string>
  /** `0016` and the like. */
  readonly decisions: ReadonlySet<string>
  /** What `npm run …` can start. */
  readonly scripts: ReadonlySet<string>
  /** Anchors of each Markdown file, as its headings make them. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
}

export const read = (file: string) => readFileSync(file, 'utf8')

export function collectKnown(files: readonly string[]): Known {
  const rows = read('docs/spec/requirements.tsv').trimEnd().split('\n').slice(1)
  const rowIds = rows.map((row) => row.slice(0, row.indexOf('\t')))
  const entries = [...read('docs/spec/contradictions.md').matchAll(/^(?:\*\*|\| )([CUP]-\d{2})\b/gm)].map(
    ([, id]) => id!,
  )
  return {
    files: new Set(files),
    ids: new Set([...rowIds, ...entries]),
    areas: new Set(rowIds.map((id) => id.replace(/-\d+$/, ''))),
    documentSections: new Set(
      [...read('docs/spec/README.md').matchAll(/^\| (\d) \|/gm)].map(([, section]) => section!),
    ),
    architectureSections: numberedHeadings('ARCHITECTURE.md'),
    studySections: numberedHeadings('docs/engine-study.md'),
    topazSections: numberedHeadings('docs/topaz-contract.md'),
    paymentSections: numberedHeadings('docs/payment-contracts.md'),
    decisions: new Set(files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? [])),
    scripts: new Set(Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)),
    anchors: new Map(files.filter((file) => file.endsWith('.md')).map((file) => [file, anchorsOf(read(file))])),
  }
}

function numberedHeadings(file: string): Set<string> {
  return new Set([...read(file).matchAll(/^#+ (\d+(?:\.\d+)?) /gm)].map(([, number]) => number!))
}

export function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}
