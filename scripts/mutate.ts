// `npm run mutate -- FILE[:LINE[-LINE]] …`: changes one thing at a time in each file and runs the tests that reach it; what no test notices is listed.
// On demand, not in CI. The file is changed in place and always put back. [--tests FOLDER …] [--minutes N]
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type Vitest } from 'vitest/node'
import { type Mutant, mutantsOf, mutated } from './mutate/mutants.ts'

/** A mutant that never ends counts as noticed. */
const HANGS_AFTER_MS = 120_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', multiple: true }, minutes: { type: 'string', default: '20' } },
})
/** `--tests A B`: a test or a folder is never a file to change. */
const isTests = (path: string): boolean =>
  path.endsWith('.test.ts') || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const chosenTests = [...(values.tests ?? []), ...positionals.filter(isTests)]
const wishes = positionals.filter((path) => !isTests(path))
const endsAtMs = Date.now() + Number(values.minutes) * 60_000
let restoreAtExit = () => {}
process.once('exit', () => restoreAtExit())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const total = { killed: 0, survived: 0, untried: 0 }

/** Tests of the rulebook are quick and prove each other's tables; a feature's tests are those of its folder that reach the file. */
function testsOf(path: string): string[] {
  if (chosenTests.length > 0) return chosenTests
  return [path.startsWith('src/rulebook/') ? 'src/rulebook/' : path.split('/').slice(0, 4).join('/')]
}

const openVitest = (path: string): Promise<Vitest> =>
  createVitest('test', {
    watch: false,
    bail: 1,
    reporters: [{}],
    ...(path.startsWith('src/rulebook/') ? {} : { related: [resolve(path)] }),
  })

async function tryFile(wish: string): Promise<void> {
  const [, path = '', from = '1', to = from] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(wish) ?? []
  const source = readFileSync(path, 'utf8')
  const isWished = ({ line }: Mutant) => path === wish || (line >= Number(from) && line <= Number(to))
  const mutants = mutantsOf(source, path).filter(isWished)
  const restore = () => writeFileSync(path, source)
  restoreAtExit = restore
  let vitest = await openVitest(path)
  if (!(await passes(vitest, path))) throw new Error(`${path}: its tests fail without a change`)
  const survivors: Mutant[] = []
  let killed = 0
  let hung = 0
  for (const mutant of mutants) {
    if (Date.now() > endsAtMs) break
    writeFileSync(path, mutated(source, mutant))
    const outcome = await Promise.race([passes(vitest, path), hangs()])
    if (outcome === true) survivors.push(mutant)
    else killed += 1
    if (outcome === 'hangs') {
      hung += 1
      void vitest.close()
      vitest = await openVitest(path)
    }
  }
  restore()
  restoreAtExit = () => {}
  await vitest.close()
  const untried = mutants.length - killed - survivors.length
  total.killed += killed
  total.survived += survivors.length
  total.untried += untried
  const more = [
    hung && `${hung} of them by no end within ${HANGS_AFTER_MS / 1000} s`,
    untried && `${untried} not tried`,
  ]
  console.log([`${path}: ${killed} of ${killed + survivors.length} noticed`, ...more.filter(Boolean)].join(', '))
  for (const mutant of survivors)
    console.log(`  ${path}:${mutant.line}  ${source.slice(mutant.start, mutant.end)}  →  ${mutant.text}`)
}

async function passes(vitest: Vitest, path: string): Promise<boolean> {
  vitest.invalidateFile(resolve(path))
  const specifications = await vitest.getRelevantTestSpecifications(testsOf(path))
  if (specifications.length === 0) throw new Error(`${path}: no test reaches it`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
}

const hangs = (): Promise<'hangs'> => new Promise((settle) => setTimeout(() => settle('hangs'), HANGS_AFTER_MS).unref())

for (const wish of wishes) await tryFile(wish)
const tried = total.killed + total.survived
console.log(
  `all: ${total.killed} of ${tried} noticed (${tried ? Math.round((100 * total.killed) / tried) : 0} %), ${total.untried} not tried`,
)
process.exit(0)
