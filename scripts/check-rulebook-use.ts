// A rule that only tests use decides nothing: its tests pass while the product decides elsewhere. Looks at the program alone, without
// its tests, and fails on every export of the rulebook that is left over.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const knip = `${root}node_modules/knip/bin/knip.js`

/** Required by the documents, but shown nowhere. */
const SHOWN_NOWHERE: Readonly<Record<string, string>> = {
  PRICING_PLANS: 'names of plans with empty configs (document 1 §1; PROD-23, P-19)',
}

interface Issue {
  readonly file: string
  readonly exports?: readonly { readonly name: string }[]
  readonly files?: readonly unknown[]
}

const run = spawnSync(process.execPath, [knip, '--production', '--include', 'exports,files', '--reporter', 'json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (!run.stdout) throw new Error(`knip did not run: ${run.stderr}`)
const { issues } = JSON.parse(run.stdout) as { issues: readonly Issue[] }

const unused = issues
  .filter(({ file }) => file.startsWith('src/rulebook/'))
  .flatMap(({ file, exports = [], files = [] }) => [
    ...files.map(() => `${file}: the whole file`),
    ...exports.filter(({ name }) => !(name in SHOWN_NOWHERE)).map(({ name }) => `${file}: ${name}`),
  ])
for (const line of unused) console.error(line)
if (unused.length > 0) {
  console.error('Rules that no product code uses: wire them so that they decide, or delete them with their tests.')
  process.exit(1)
}
console.log('Every rule of the rulebook decides in the product.')
