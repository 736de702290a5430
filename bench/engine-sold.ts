// What a consumer gets: every tool through the service's own door (createLocalEngine().process, everything automatic) on pictures whose
// truth is known, beside bicubic or the untouched input and beside the same tool with its sliders at 0. Few pictures of each set unless
// `all` is said; a further word takes only the rows whose name contains it. Ends with code 1 below a gate; rows without a gate are
// goals that are not reached yet and say so. Needs ../shared/data/bench beside the checkout (evaluation only).
// Run: npx node bench/engine-sold.ts [all] [part of a row's name]
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { cutTile, pasteTile } from '#engine/image/cut-tile.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { discKernel, gaussianKernel, type Kernel } from '#engine/signal/blur-kernel.ts'
import { toSeparable } from '#engine/signal/separable.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import { psnrY, resizeBicubic } from '#engine/testing/picture-quality.ts'
import { addNoise, blurPicture, meanDeltaE, psnr } from '#engine/testing/synthetic-damage.ts'
import { pairsOf } from './enlarge/picture-pairs.ts'
import { darkCases } from './models/dark-cases.ts'
import { noisyCases } from './models/noisy-cases.ts'
import { resultOf } from './models/result-of.ts'
import { scratchedCases } from './models/scratched-cases.ts'
import { mean } from './statistics.ts'

const DATA = join(import.meta.dirname, '../../shared/data/bench')
const words = process.argv.slice(2)
const isWhole = words.includes('all')
const only = words.find((word) => word !== 'all') ?? ''
/** What "sliders at 0" means: nothing is cleaned, nothing sharpened before enlarging. */
const AT_ZERO = { denoise: 0, sharpen: 0, fix_compression: 0 }
/** As like itself as a picture without that fault must stay. */
const UNCHANGED_DB = 45
const BORDER_PX = 8

const OTHER_SHARPENING = [
  'standard/lens-blur-v2',
  'standard/refocus',
  'standard/standard',
  'standard/strong',
  'standard/natural',
  'generative/super-focus',
  'generative/super-focus-v2',
]

interface Case {
  readonly source: Raster
  readonly truth: Raster
  /** The file itself, where a consumer would upload that: a JPEG is measured by its tables. */
  readonly path?: string
  /** What nothing at all, or bicubic, gives. */
  readonly plain: Raster
}

interface Row {
  readonly name: string
  readonly modelKey: string
  readonly cases: readonly Case[]
  readonly score: (a: Raster, b: Raster) => number
  /** By how much every single picture, and the mean, may not fall short of the plain one; absent = printed only. */
  readonly everyGain?: number
  readonly meanGain?: number
  /** Most that is lost to the same tool at 0; asks for a second run. */
  readonly lossToZero?: number
  /** Least score of every picture. */
  readonly least?: number
}

if (!existsSync(DATA)) {
  console.error(`no pictures in ${DATA}: nothing measured`)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'engine-sold-'))
const engine = createLocalEngine()
const missed: string[] = []
try {
  console.log(`${'pictures, tool'.padEnd(58)}  n    plain     sold   at zero   worst gain`)
  for (const make of [enlarging, deblurring, denoising, restoring, lighting, leavingAlone, pages])
    for (const row of await make()) if (row.name.includes(only)) await measure(row)
} finally {
  rmSync(folder, { recursive: true })
}
for (const name of missed) console.error(`below its gate: ${name}`)
process.exit(missed.length > 0 ? 1 : 0)

async function measure(row: Row): Promise<void> {
  const { name, cases, score } = row
  const scores = { plain: [] as number[], sold: [] as number[], zero: [] as number[] }
  for (const one of cases) {
    const params: Record<string, number> =
      one.truth.height === one.source.height ? {} : { output_height: one.truth.height }
    scores.plain.push(score(one.plain, one.truth))
    scores.sold.push(score(await sold(row.modelKey, one, params), one.truth))
    if (row.lossToZero !== undefined)
      scores.zero.push(score(await sold(row.modelKey, one, { ...params, ...AT_ZERO }), one.truth))
  }
  const worst = Math.min(...scores.sold.map((value, i) => value - scores.plain[i]!))
  const shown = [scores.plain, scores.sold, scores.zero].map((values) => scoreText(mean(values))).join('  ')
  const isHeld = holds(row, scores, worst)
  const note = isHeld === undefined ? 'no gate' : isHeld ? 'held' : 'MISSED'
  const lost = Math.max(...scores.zero.map((value, i) => value - scores.sold[i]!))
  const most = scores.zero.length > 0 ? `, at most ${lost.toFixed(2)} below zero` : ''
  console.log(`${name.padEnd(58)} ${String(cases.length).padStart(2)} ${shown}   ${scoreText(worst)}  ${note}${most}`)
  if (isHeld === false) missed.push(name)
}

function holds(
  { everyGain, meanGain, lossToZero, least }: Row,
  scores: Readonly<Record<'plain' | 'sold' | 'zero', readonly number[]>>,
  worst: number,
): boolean | undefined {
  const checks: boolean[] = []
  if (everyGain !== undefined) checks.push(worst >= everyGain)
  if (meanGain !== undefined) checks.push(mean(scores.sold) - mean(scores.plain) >= meanGain)
  if (lossToZero !== undefined) checks.push(scores.sold.every((value, i) => value >= scores.zero[i]! - lossToZero))
  if (least !== undefined) checks.push(scores.sold.every((value) => value >= least))
  return checks.length === 0 ? undefined : checks.every(Boolean)
}

async function sold(modelKey: string, { source, path }: Case, params: Record<string, number>): Promise<Raster> {
  const sourcePath = path ?? join(folder, 'source.png')
  if (!path) writeFileSync(sourcePath, await sharpOf(source).png({ compressionLevel: 1 }).toBuffer())
  return resultOf(engine, folder, sourcePath, { modelKey, params })
}

async function enlarging(): Promise<Row[]> {
  const rows: Row[] = []
  for (const set of ['Set5', 'CLIC2025-crops']) {
    const pairs = some(await pairsOf(set, 2), set === 'Set5' ? 5 : 2)
    const cases = pairs.map(({ high, low }) => ({ source: low, truth: high, plain: resizeBicubic(low, high) }))
    const score = (a: Raster, b: Raster) => psnrY(a, b, 2)
    const row = (tool: string) => ({ name: `${set} ×2, ${tool}`, modelKey: `enhance/standard/${tool}`, cases, score })
    rows.push({ ...row('standard-v2'), everyGain: 0, lossToZero: 0.1 })
    rows.push({ ...row('high-fidelity-v2'), everyGain: 0, lossToZero: 0.1 })
    for (const tool of ['cgi', 'low-resolution-v2', 'text-refine'])
      if (isWhole || set === 'Set5') rows.push({ ...row(tool), everyGain: 0 })
  }
  return rows
}

async function deblurring(): Promise<Row[]> {
  const kodak = await loadSome('sr/Kodak24', 2)
  const rows: Row[] = []
  for (const [blur, kernel] of [
    ['σ 1.6', gaussianKernel(1.6)],
    ['disc r 3', discKernel(3)],
  ] as const) {
    const cases = kodak.map((truth, i) => blurredCase(truth, kernel, i))
    const row = (tool: string) => ({
      name: `Kodak, ${blur} + 1 % noise, ${tool}`,
      modelKey: `sharpen/${tool}`,
      cases,
      score,
    })
    rows.push({ ...row('standard/lens-blur'), everyGain: 0, meanGain: 1.5 })
    for (const tool of OTHER_SHARPENING)
      if (isWhole || tool === 'generative/super-focus') rows.push({ ...row(tool), everyGain: 0 })
  }
  return rows

  function score(a: Raster, b: Raster) {
    return psnrY(a, b, BORDER_PX)
  }
}

function blurredCase(truth: Raster, kernel: Kernel, seed: number): Case {
  const source = rasterOf(addNoise(blurPicture(planesOf(truth), toSeparable(kernel)), 2.55, 200 + seed))
  return { source, truth, plain: source }
}

async function denoising(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [set, few] of [
    ['CC-pairs', 3],
    ['PolyU-pairs', 4],
  ] as const) {
    const path = join(DATA, 'denoise', set)
    const names = some(
      readdirSync(path).filter((name) => name.includes('_real')),
      few,
    )
    const cases = await Promise.all(
      names.map(async (name) => {
        const source = await load(join(path, name))
        const truth = await load(join(path, name.replace('_real', '_mean')))
        return { source, truth, path: join(path, name), plain: source }
      }),
    )
    const row = (tool: string) => ({
      name: `${set}, denoise ${tool}`,
      modelKey: `denoise/${tool}`,
      cases,
      score: likeness,
    })
    for (const tool of ['normal', 'strong', 'extreme']) rows.push({ ...row(tool), everyGain: 0, meanGain: 1 })
  }
  const white = noisyCases(await loadSome('sr/Kodak24', 2))
  return [...rows, ...white.map((row) => ({ ...row, score: likeness, everyGain: 0 }))]
}

async function restoring(): Promise<Row[]> {
  return scratchedCases(await loadSome('sr/Kodak24', 3)).map((row) => ({ ...row, score: likeness, everyGain: 0 }))
}

async function lighting(): Promise<Row[]> {
  return darkCases(await loadSome('sr/Kodak24', 3)).map((row) => ({ ...row, score: likeness, everyGain: 3 }))
}

/** Clean photographs, to themselves. */
async function leavingAlone(): Promise<Row[]> {
  const clean = [...(await loadSome('sr/CLIC2025-crops', 2)), ...(await loadSome('denoise/McMaster', 2))]
  const cases = clean.map((truth) => ({ source: truth, truth, plain: truth }))
  const row = (modelKey: string) => ({ name: `clean photographs, ${modelKey}`, modelKey, cases, score: likeness })
  return [
    { ...row('denoise/normal'), least: UNCHANGED_DB },
    { ...row('sharpen/standard/lens-blur'), least: UNCHANGED_DB },
    { ...row('sharpen/standard/refocus'), least: UNCHANGED_DB },
    { ...row('sharpen/standard/lens-blur-v2'), least: UNCHANGED_DB },
    row('restore/dust-scratch'),
  ]
}

/** A white page with black and grey writing: mean ΔE2000 to itself, negative so that more is better. */
async function pages(): Promise<Row[]> {
  const truth = page()
  const cases = [{ source: truth, truth, plain: truth }]
  const score = (a: Raster, b: Raster) => -meanDeltaE(planesOf(a), planesOf(b))
  return ['lighting/white-balance', 'lighting/adjust'].map((modelKey) => ({
    name: `a white page, ${modelKey}, −ΔE`,
    modelKey,
    cases,
    score,
    least: -1,
  }))
}

function page(): Raster {
  const raster = createRaster(480, 640, 3, 8)
  raster.data.fill(246)
  for (let y = 40; y < 600; y += 20)
    for (let x = 40; x < 440; x += 6)
      for (let row = 0; row < 10; row++)
        raster.data.fill((x + y) % 4 === 0 ? 40 : 120, 3 * ((y + row) * 480 + x), 3 * ((y + row) * 480 + x + 2))
  return raster
}

function likeness(a: Raster, b: Raster): number {
  return Math.min(99, psnr(planesOf(a), planesOf(b)))
}

/** `few` evenly spread ones, or all. */
function some<T>(list: readonly T[], few: number): T[] {
  const step = Math.max(1, Math.floor(list.length / few))
  return isWhole ? [...list] : list.filter((_, i) => i % step === 0).slice(0, few)
}

async function loadSome(set: string, few: number): Promise<Raster[]> {
  const path = join(DATA, set)
  return Promise.all(some(readdirSync(path).sort(), few).map((name) => load(join(path, name))))
}

async function load(path: string): Promise<Raster> {
  return (await decodePicture(readFileSync(path))).colour
}

function planesOf(raster: Raster) {
  return cutTile(raster, { x: 0, y: 0, width: raster.width, height: raster.height })
}

function rasterOf(planes: ReturnType<typeof planesOf>): Raster {
  const { width, height } = planes
  const raster = createRaster(width, height, 3, 8)
  const whole = { x: 0, y: 0, width, height }
  pasteTile(raster, planes, whole, whole)
  return raster
}

function scoreText(value: number): string {
  return (Number.isNaN(value) ? '–' : value.toFixed(2)).padStart(8)
}
