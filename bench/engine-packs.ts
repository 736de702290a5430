// `npx node bench/engine-packs.ts [folder] [model …]`: ×4 on held-out photographs that were damaged by seed at three levels, as files and through the
// service's own door (createLocalEngine().process, everything automatic): the generative family beside bicubic and Standard. PSNR and SSIM of
// Y, NIQE by our own fit (lower is better), PSNR of the result made small again against the source, and seconds. Takes the packs that are
// installed; with a folder it keeps every picture there. PACK_SECONDS bounds what a pack may take: 2 leaves the large one out, 0 leaves our own nets.
// Needs ../shared/data/train and python3.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import type { Raster } from '#engine/image/raster.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import { type NiqeModel, niqe } from '#engine/testing/niqe.ts'
import { psnrY, resizeBicubic, ssimY } from '#engine/testing/picture-quality.ts'
import { damaged, LEVELS } from './models/blind-damage.ts'
import { halfPhoto, licensedPhotos } from './models/licensed-photos.ts'
import { middleOf } from './models/middle-of.ts'
import { mean } from './statistics.ts'

const NIQE_MODEL: NiqeModel = JSON.parse(await readFile(new URL('./models/niqe-model.json', import.meta.url), 'utf8'))
const ALL_MODELS = [
  'enhance/standard/standard-v2',
  'enhance/standard/low-resolution-v2',
  'enhance/generative/redefine',
  'enhance/generative/recovery',
  'enhance/generative/recovery-v2',
]
const [kept, ...named] = process.argv.slice(2)
const MODELS = ALL_MODELS.filter((model) => named.length === 0 || named.some((name) => model.endsWith(name)))
const LEAST_HEIGHT_PX = 384
const BORDER_PX = 4
const SEED = 20_261_121
const STEP = 3

interface Scores {
  readonly psnrDb: number
  readonly ssim: number
  readonly niqe: number
  readonly backDb: number
  readonly seconds: number
}

const folder = mkdtempSync(join(tmpdir(), 'engine-packs-'))
const engine = createLocalEngine({ standby: true, packs: { mostSeconds: Number(process.env.PACK_SECONDS ?? 60) } })
const shown = (all: readonly Scores[]) => {
  const of = (key: keyof Scores) => mean(all.map((scores) => scores[key]).filter(Number.isFinite)).toFixed(2)
  return `${of('psnrDb')} / ${mean(all.map(({ ssim }) => ssim)).toFixed(3)} / ${of('niqe')}, back ${of('backDb')}, ${of('seconds')} s`
}

function scored(result: Raster, truth: Raster, source: Raster, seconds: number): Scores {
  return {
    psnrDb: psnrY(result, truth, BORDER_PX),
    ssim: ssimY(result, truth, BORDER_PX),
    niqe: niqe(result, NIQE_MODEL) ?? Number.NaN,
    backDb: psnrY(resizeBicubic(result, source), source, 1),
    seconds,
  }
}

async function sold(
  modelKey: string,
  sourcePath: string,
  rows: number,
): Promise<{ picture: Raster; nets: string; seconds: number }> {
  const [resultPath, thumbnailPath, viewPath] = ['result', 'thumbnail', 'view'].map((name) => join(folder, name))
  const small = { thumbnailSidePx: 32, thumbnailQuality: 0.5, viewMaxSidePx: 32 }
  const paths = { sourcePath, resultPath: resultPath!, thumbnailPath: thumbnailPath!, viewPath: viewPath! }
  const { report, engineSeconds } = await engine.process({
    ...paths,
    ...small,
    modelKey,
    params: { output_height: rows },
  })
  const { colour } = await decodePicture(await readFile(resultPath!))
  return {
    picture: colour,
    nets: report.nets.join('+') + (report.fallbackReason ? ` (${report.fallbackReason})` : ''),
    seconds: engineSeconds,
  }
}

async function keep(picture: Raster, ...words: readonly (string | number)[]): Promise<void> {
  if (kept === undefined || kept === '-') return
  mkdirSync(kept, { recursive: true })
  writeFileSync(join(kept, `${words.join('-')}.png`), await sharpOf(picture).png().toBuffer())
}

const photos = await Promise.all(licensedPhotos('held-out').map(halfPhoto))
const truths = photos
  .map(middleOf)
  .filter(({ height }) => height >= LEAST_HEIGHT_PX)
  .filter((_, i) => i % STEP === 0)
try {
  const own = mean(truths.map((truth) => niqe(truth, NIQE_MODEL) ?? Number.NaN).filter(Number.isFinite))
  console.log(`${truths.length} photographs, PSNR-Y / SSIM / NIQE; the truth's NIQE is ${own.toFixed(2)}`)
  for (const [i, truth] of truths.entries()) await keep(truth, i, 'truth')
  for (const [level, damage] of Object.entries(LEVELS)) {
    const scores = new Map<string, Scores[]>()
    const nets = new Map<string, Set<string>>()
    const note = (model: string, one: Scores) => scores.set(model, [...(scores.get(model) ?? []), one])
    for (const [i, truth] of truths.entries()) {
      const { picture, file } = await damaged(truth, damage, SEED + 2 * i)
      const plain = resizeBicubic(picture, truth)
      await keep(plain, i, level, 'bicubic')
      note('bicubic', scored(plain, truth, picture, 0))
      const sourcePath = join(folder, 'source.jpg')
      writeFileSync(sourcePath, file)
      for (const model of MODELS) {
        const run = await sold(model, sourcePath, truth.height)
        await keep(run.picture, i, level, model.split('/').at(-1)!)
        note(model, scored(run.picture, truth, picture, run.seconds))
        nets.set(model, (nets.get(model) ?? new Set()).add(run.nets))
      }
    }
    for (const [model, all] of scores)
      console.log(`${level.padEnd(8)}${model.padEnd(36)}${shown(all)}  ${[...(nets.get(model) ?? [])].join(', ')}`)
  }
} finally {
  engine.close()
  rmSync(folder, { recursive: true })
}
