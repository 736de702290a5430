// No function above 60 lines and no file above 300 (tables of the rulebook 400), Python too, or a reason is given in `sizes/exceptions.ts`.
// `check-sizes.test.ts` proves that it can fail.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { EXCEPTIONS } from './sizes/exceptions.ts'
import { tooLongIn } from './sizes/measure-sizes.ts'

process.chdir(new URL('..', import.meta.url).pathname)
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const files = listed.split('\n').filter((file) => /\.(?:tsx?|mjs|py)$/.test(file) && existsSync(file))
const tooLong = files.flatMap((file) => tooLongIn(file, readFileSync(file, 'utf8')))

const failures = tooLong.filter(({ place }) => !(place in EXCEPTIONS))
for (const { place, lines, limit } of failures) console.error(`${place}: ${lines} lines, ${limit} at most`)
const needless = Object.keys(EXCEPTIONS).filter((place) => !tooLong.some((found) => found.place === place))
for (const place of needless) console.log(`${place} is short enough now: its exception can go`)
if (failures.length > 0) process.exit(1)
console.log(`Sizes hold in ${files.length} files; ${tooLong.length} exceptions with a reason.`)
