// `npm run rows [-- AREA …] [--missing]`: which rows of the requirements are proven, by layer and by area. A row counts as proven when a test
// of its layer or a higher one names it; rows that only lower tests name are listed. Whether the assertion proves what the title
// says is for the reader of the test to judge. A report: it always ends with code 0.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { layerOfTest, proves, rowsNamedBy, type TestLayer } from './requirements/layer-of-test.ts'
import { LAYERS, type Row, readRows } from './requirements/read-rows.ts'

process.chdir(new URL('..', import.meta.url).pathname)
const words = process.argv.slice(2)
const areas = words.filter((word) => !word.startsWith('--'))
const rows = readRows().filter(({ id }) => areas.length === 0 || areas.some((area) => id.startsWith(area)))

const readFile = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)
const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\n')
  .filter((file) => /\.(?:test|e2e|conformance)\.tsx?$/.test(file) && existsSync(file))
const namedIn = new Map<string, Set<TestLayer>>()
for (const file of tests) {
  const layer = layerOfTest(file, readFile)
  for (const id of rowsNamedBy(readFile(file) ?? '')) namedIn.set(id, (namedIn.get(id) ?? new Set()).add(layer))
}

const isNamed = ({ id }: Row) => namedIn.has(id)
const isProven = ({ id, layer }: Row) => [...(namedIn.get(id) ?? [])].some((tested) => proves(tested, layer))
const share = (part: number, whole: number) =>
  `${String(part).padStart(4)} of ${String(whole).padStart(4)} (${whole ? Math.round((100 * part) / whole) : 0} %)`
const line = (name: string, of: readonly Row[]) =>
  console.log(
    `${name.padEnd(13)} proven ${share(of.filter(isProven).length, of.length)}   named ${share(of.filter(isNamed).length, of.length)}`,
  )

const built = rows.filter(({ state }) => state === 'built')
for (const area of new Set(built.map((row) => row.area)))
  line(
    area,
    built.filter((row) => row.area === area),
  )
console.log()
for (const layer of LAYERS)
  line(
    layer,
    built.filter((row) => row.layer === layer),
  )
line('all', built)

const tooLow = built.filter((row) => isNamed(row) && !isProven(row))
console.log(`\nNamed only by tests of a lower layer: ${tooLow.length}`)
for (const { id, layer } of tooLow)
  console.log(`  ${id.padEnd(16)} belongs to ${layer}, named by ${[...namedIn.get(id)!].join(', ')}`)
const unnamed = built.filter((row) => !isNamed(row))
console.log(`Named by no test: ${unnamed.length}`)
if (words.includes('--missing'))
  for (const { id, requirement } of unnamed) console.log(`  ${id.padEnd(16)} ${requirement}`)
const open = rows.filter(({ state }) => state === 'open')
console.log(`Not built yet, not counted: ${open.length}${open.map(({ id }) => ` ${id}`).join('')}`)
