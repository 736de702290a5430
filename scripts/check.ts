// `npm run check`: everything that needs no test to run. Two checks at a time; one that passes is a line, one that fails shows its output.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { missingPackages } from './missing-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const AT_ONCE = 2

const INSTALL = 'npm install --ignore-scripts --no-audit --no-fund'
/** Route types, for two of the checks; made once, because two at a time would remove each other's folder. */
const BEFORE = 'react-router typegen'
/** The compiler that checks; the one that scripts read code with is another version (decision 0190). Both bring a `tsc`, so it is named by its place. */
const TSC = 'node node_modules/typescript-7/bin/tsc'
/** The longest first. */
const CHECKS: readonly (readonly [name: string, command: string])[] = [
  ['types of tests', `${TSC} -p tsconfig.test.json`],
  ['types of pages', `${TSC} -p tsconfig.web.json`],
  ['types of the server', `${TSC} -p tsconfig.server.json`],
  ['boundaries', 'node scripts/check-boundaries.ts'],
  ['dead code', 'knip'],
  ['rules that only tests use', 'node scripts/check-rulebook-use.ts'],
  ['sizes', 'node scripts/check-sizes.ts'],
  ['wording', 'node scripts/check-wording.ts'],
  ['references', 'node scripts/check-references.ts'],
  ['lint and format', 'biome ci .'],
  ['lock file', 'node scripts/check-lock-file.ts'],
  ['migrations', 'node scripts/check-migrations.ts'],
  ['notices', 'node scripts/third-party-notices.ts --check'],
]

interface Ended {
  readonly passed: boolean
  readonly seconds: string
  readonly output: string
}

function run(command: string): Promise<Ended> {
  const startedMs = performance.now()
  const child = spawn(command, { cwd: root, shell: true, env: { ...process.env, FORCE_COLOR: '1' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) =>
    child.once('close', (code) =>
      resolve({ passed: code === 0, seconds: ((performance.now() - startedMs) / 1000).toFixed(1), output }),
    ),
  )
}

const missing = missingPackages(root)
if (missing.length > 0) {
  console.log(`installing ${missing.join(', ')}`)
  await run(INSTALL)
}
const before = await run(BEFORE)
if (!before.passed) {
  console.log(before.output)
  process.exit(1)
}
const waiting = [...CHECKS]
async function takeTurns(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next
    const { passed, seconds, output } = await run(command)
    console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
    if (passed) continue
    console.log(output)
    process.exitCode = 1
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, takeTurns))
