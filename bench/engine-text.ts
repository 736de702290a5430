// Legibility of enlarged writing: pages of drawn letters of known size, clean and as JPEG of quality 60, through the service's own door
// (createLocalEngine().process, everything automatic) by every enlarging tool; a reader (tesseract) reads the results line by line, and its
// share of right letters is compared with that on the same page enlarged by bicubic. Ends with code 1 where a tool makes writing
// less legible than bicubic does, beyond what chance does to the lines (twice the standard error of the lines' differences, and half a point).
// Needs Debian's tesseract-ocr, tesseract-ocr-chi-sim and fonts-noto-cjk; says so and measures nothing without them.
// Run: npx node bench/engine-text.ts [sizes in px …] [x2 | x4] [clean | jpeg] [tool …]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { resizeBicubic } from '#engine/testing/picture-quality.ts'
import { readRaster, resultOf } from './models/result-of.ts'
import { mean } from './statistics.ts'
import { drawPage, type Line, type Page } from './text/drawn-page.ts'
import { hasReader, type ReadLine, readLines } from './text/read-letters.ts'

const words = process.argv.slice(2)
/** Those of `all` that are named, or all. */
const chosen = <T extends string>(all: readonly T[]): readonly T[] => {
  const named = all.filter((one) => words.includes(one))
  return named.length > 0 ? named : all
}

const SIZES_PX = chosen(['10', '12', '14', '16', '20', '24', '32']).map(Number)
const FACTORS = chosen(['x2', 'x4']).map((word) => Number(word.slice(1)))
const DAMAGES = chosen(['clean', 'jpeg'])
const TOOLS = chosen([
  'standard/standard-v2',
  'standard/text-refine',
  'standard/high-fidelity-v2',
  'standard/low-resolution-v2',
  'standard/cgi',
  'generative/redefine',
  'generative/recovery',
  'generative/recovery-v2',
])
const JPEG_QUALITY = 60
const SCRIPTS = ['chinese', 'latin'] as const
/** Beyond chance: a letter in two hundred. */
const LEAST_LOSS = 0.005
const STANDARD_ERRORS = 2

if (!hasReader()) {
  console.error(
    'tesseract with chi_sim and eng is not installed (apt-get install tesseract-ocr tesseract-ocr-chi-sim): nothing measured',
  )
  process.exit(1)
}
const engine = createLocalEngine({ standby: true })
const folder = mkdtempSync(join(tmpdir(), 'engine-text-'))
const missed: string[] = []
try {
  for (const damage of DAMAGES) for (const factor of FACTORS) await measure(damage, factor)
} finally {
  engine.close()
  rmSync(folder, { recursive: true, force: true })
}
for (const name of missed) console.error(`less legible than by bicubic: ${name}`)
process.exit(missed.length > 0 ? 1 : 0)

async function measure(damage: string, factor: number): Promise<void> {
  const names = TOOLS.map((tool) => tool.split('/')[1]!)
  console.log(`\n**×${factor}, ${damage}**: letters read right, % Chinese / Latin\n`)
  console.log(`| size | bicubic | ${names.join(' | ')} |\n|${'---|'.repeat(names.length + 2)}`)
  for (const sizePx of SIZES_PX) {
    const page = await drawPage(sizePx)
    const sourcePath = await fileOf(page, damage)
    const source = await readRaster(readFileSync(sourcePath))
    const height = factor * source.height
    const plain = await readLines(resizeBicubic(source, { width: factor * source.width, height }), page.lines, factor)
    const cells = [textOf(plain)]
    for (const tool of TOOLS) {
      const result = await resultOf(engine, folder, sourcePath, {
        modelKey: `enhance/${tool}`,
        params: { output_height: height },
      })
      const own = await readLines(result, page.lines, factor)
      const lost = SCRIPTS.filter((script) => isLess(own, plain, script))
      cells.push(`${textOf(own)}${lost.length > 0 ? ' **lost**' : ''}`)
      missed.push(...lost.map((script) => `${tool}, ${script} of ${sizePx} px, ×${factor}, ${damage}`))
    }
    console.log(`| ${sizePx} | ${cells.join(' | ')} |`)
  }
}

async function fileOf(page: Page, damage: string): Promise<string> {
  const path = join(folder, damage === 'jpeg' ? 'source.jpg' : 'source.png')
  writeFileSync(path, damage === 'jpeg' ? await sharp(page.png).jpeg({ quality: JPEG_QUALITY }).toBuffer() : page.png)
  return path
}

function isLess(own: readonly ReadLine[], plain: readonly ReadLine[], script: Line['script']): boolean {
  const before = plain.filter(({ line }) => line.script === script)
  const gains = own
    .filter(({ line }) => line.script === script)
    .map(({ accuracy }, i) => accuracy - before[i]!.accuracy)
  const gained = mean(gains)
  const spread = Math.sqrt(mean(gains.map((gain) => (gain - gained) ** 2)) / (gains.length - 1))
  return gained < -LEAST_LOSS - STANDARD_ERRORS * spread
}

function textOf(read: readonly ReadLine[]): string {
  return SCRIPTS.map((script) =>
    (100 * mean(read.filter(({ line }) => line.script === script).map(({ accuracy }) => accuracy))).toFixed(1),
  ).join(' / ')
}
