// The build lowers syntax for old browsers (scripts/browser-targets.ts), not methods: what Chrome 88, Safari 14 or Firefox 78 lack must not be called
// in pages. `Object.hasOwn` and `at` are brought by public/old-engines.js.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
const TOO_NEW =
  /\.(?:toReversed|toSorted|toSpliced|findLast|findLastIndex|isWellFormed)\(|\b(?:structuredClone\(|Object\.groupBy|Map\.groupBy|Promise\.(?:withResolvers|try)|Array\.fromAsync|AbortSignal\.(?:any|timeout)|URL\.(?:canParse|parse)\b)/

/** Pages and what they are made of; the offline worker is younger than all of these. */
const isOfPages = (path: string): boolean =>
  /\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\/server\/|\/testing\/|^engine\/|-contract\.ts$|\/contract\.ts$/.test(path) &&
  /^rulebook\/|\/web\/|^app\//.test(path)

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(isOfPages)

/** Without comments. */
const codeOf = (path: string): string =>
  readFileSync(join(SOURCE, path), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')

it('calls no method that the oldest browsers served lack', () => {
  expect(files.length).toBeGreaterThan(400)
  expect(files.filter((path) => TOO_NEW.test(codeOf(path)))).toEqual([])
})
