// Which tests a change asks for first. Every test of the whole service reaches every file of the server, so of those that reach a change through
// the composition alone only the ones are taken that are named after it: `redeem-coupon.ts` asks for `coupons.test.ts`, not for the kill tests.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importsOf } from '../requirements/layer-of-test.ts'

export interface NearTests {
  /** Paths from the root. */
  readonly near: readonly string[]
  /** They reach the change too, through the composition. */
  readonly left: readonly string[]
}

/** What puts everything together, so that whoever imports it reaches every part. */
const COMPOSITION =
  /^src\/(?:app\/(?:contract\.ts|server\/(?:compose-features\.ts|testing\/))|rulebook\/errors\/errors\.ts)/
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
  const isNear = (test: string) =>
    reaches(test, (file) => COMPOSITION.test(file)) || wordsOf(basename(test)).some((word) => names.has(word))
  const near = reached.filter(isNear)
  return { near, left: reached.filter((test) => !near.includes(test)) }
}

/** Of a file's name and of its feature, without an `s` at the end; what only says of which kind a file is tells nothing. */
function wordsOf(path: string): string[] {
  const feature = /^src\/features\/(\w+)\//.exec(path)?.[1]
  const words = basename(path)
    .replace(/\..*$/, '')
    .split('-')
    .concat(feature ?? [])
  return words.filter((word) => !KINDS.has(word)).map((word) => word.replace(/s$/, ''))
}
const KINDS = new Set('admin audit create make open read routes router run service state tables use with'.split(' '))
