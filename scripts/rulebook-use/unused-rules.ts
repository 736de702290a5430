// Exports of the rulebook that no product code uses, by knip, which looks at the program alone, without its tests.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const KNIP = fileURLToPath(new URL('../../node_modules/knip/bin/knip.js', import.meta.url))

interface Issue {
  readonly file: string
  readonly exports?: readonly { readonly name: string }[]
  readonly files?: readonly unknown[]
}

/** `file: name`, or `file: the whole file`; `shownNowhere` are names that the documents ask for and no screen shows. */
export function unusedRules(root: string, shownNowhere: readonly string[]): string[] {
  const run = spawnSync(process.execPath, [KNIP, '--production', '--include', 'exports,files', '--reporter', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!run.stdout) throw new Error(`knip did not run: ${run.stderr}`)
  const { issues } = JSON.parse(run.stdout) as { issues: readonly Issue[] }
  return issues
    .filter(({ file }) => file.startsWith('src/rulebook/'))
    .flatMap(({ file, exports = [], files = [] }) => [
      ...files.map(() => `${file}: the whole file`),
      ...exports.filter(({ name }) => !shownNowhere.includes(name)).map(({ name }) => `${file}: ${name}`),
    ])
}
