// Every id, section, decision, link, path and script that code, tests and pages mention must lead somewhere inside the repository
// (docs, ARCHITECTURE.md). `check-references.test.ts` proves that it can fail.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findProblems } from './references/find-problems.ts'
import { collectKnown, read } from './references/known.ts'
import { unknownNames } from './references/unknown-names.ts'
import { unmappedRules } from './references/unmapped-rules.ts'

const READ = /\.(?:tsx?|mjs|py|md|tsv|sql|css|sh)$|^\.ci\/run$/
/** Generated, or tests that contain such mistakes on purpose. */
const NOT_READ = /^(?:migrations\/meta|public\/|scripts\/check-references\.test\.ts)/

process.chdir(new URL('..', import.meta.url).pathname)
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const files = listed.split('\n').filter((file) => file && existsSync(file))
const known = collectKnown(files)
const problems = files
  .filter((file) => READ.test(file) && !NOT_READ.test(file))
  .flatMap((file) => findProblems(file, read(file), known))
for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`)
const map = read('docs/spec-map.md')
const product = files.filter((file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const wrongInMap = [...unmappedRules(files, map), ...unknownNames(map, product.map(read))]
for (const message of wrongInMap) console.error(message)
if (problems.length + wrongInMap.length > 0) {
  console.error(`${problems.length} references lead nowhere, ${wrongInMap.length} faults are in the map of rules.`)
  process.exit(1)
}
console.log(`References hold: ${known.ids.size} ids, ${known.decisions.size} decisions, ${files.length} files.`)
