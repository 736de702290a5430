// Which tests to run first after a change. Every test of the whole service reaches every file of the server, so of those that reach a change through
// the composition only, just the ones named after it are run: `redeem-coupon.ts` selects `coupons.test.ts`, not the kill tests.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importsOf } from '../requirements/layer-of-test.ts'

export interface NearTests {
  /** Paths from the root. */
  readonly near: readonly string[]
  /** Others that reach the change through the composition. */
  readonly left: readonly string[]
}

/**
 * The compositions: of the whole, of a feature (`processing.ts`, `account-router.ts`), of what tests of a feature open, of the engine.
 * Any importer reaches every part.
 */
const COMPOSITION = new RegExp(
  `^src/(?:${[
    'app/contract\\.ts',
    'app/server/(?:compose-features|open-foundation|start-service)\\.ts',
    'app/server/testing/',
    'rulebook/errors/errors\\.ts',
    'features/(\\w+)/server/\\1(?:s|-router|-calls)?\\.ts',
    'features/\\w+/server/(?:\\w+/)*(?:testing/|scripted-provider\\.ts)',
    'engine/(?:run|child|host|testing)/',
    'engine/tools/make-plan\\.ts',
  ].join('|')})`,
)
/** A room of the engine; its own tests see a change in it through its own compositions. */
const roomOf = (file: string): string | undefined => /^src\/engine\/\w+\//.exec(file)?.[0]
const TESTS = '{src,scripts,emulators}/**/*.{test,conformance}.{ts,tsx}'

export function nearTests(root: string, changed: readonly string[]): NearTests {
  const texts = new Map<string, readonly string[]>()
  const importsFrom = (file: string): readonly string[] => {
    const known = texts.get(file)
    if (known) return known
    const path = join(root, file)
    const imports = existsSync(path) && /\.tsx?$/.test(file) ? importsOf(file, readFileSync(path, 'utf8')) : []
    texts.set(file, imports)
    return imports
  }
  const reaches = (test: string, isClosed = (_file: string) => false): boolean => {
    const seen = new Set([test])
    for (const file of seen) {
      if (changed.includes(file)) return true
      if (!isClosed(file)) for (const imported of importsFrom(file)) seen.add(imported)
    }
    return false
  }
  const reached = globSync(TESTS, { cwd: root })
    .filter((test) => reaches(test))
    .sort()
  const names = new Set(changed.flatMap(wordsOf))
  const rooms = new Set(changed.map(roomOf).filter(Boolean))
  const isClosedTo = (test: string, file: string): boolean =>
    COMPOSITION.test(file) && !(rooms.has(roomOf(file)) && roomOf(file) === roomOf(test))
  const isNear = (test: string) =>
    reaches(test, (file) => isClosedTo(test, file)) || wordsOf(basename(test)).some((word) => names.has(word))
  const near = reached.filter(isNear)
  return { near, left: reached.filter((test) => !near.includes(test)) }
}

/** Words of a file's name and of its feature, without an `s` at the end; words for the kind of file are left out. */
function wordsOf(path: string): string[] {
  const feature = /^src\/features\/(\w+)\//.exec(path)?.[1]
  const words = basename(path)
    .replace(/\..*$/, '')
    .split('-')
    .concat(feature ?? [])
  return words.filter((word) => !KINDS.has(word)).map((word) => word.replace(/s$/, ''))
}
const KINDS = new Set(
  'admin audit back create in make open read routes router run service set state tables use with'.split(' '),
)
