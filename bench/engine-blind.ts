// `npx node bench/engine-blind.ts [all] [model …]`: ×4 on photographs that nobody damaged for us: licensed training photographs that are held
// out (training/photos.py), halved, through two rounds of seeded damage at three levels. Whole models without weights and with
// them beside bicubic: PSNR and SSIM of Y, and NIQE by our own fit (lower is better). Needs ../shared/data/train and python3.
// Exits 1 when the model for such pictures is not better than bicubic and than its own classical steps in all three, on the mean.
import { readFileSync } from 'node:fs'
import type { Raster } from '#engine/image/raster.ts'
import { type NiqeModel, niqe } from '#engine/testing/niqe.ts'
import { psnrY, resizeBicubic, ssimY } from '#engine/testing/picture-quality.ts'
import { runModel } from '#engine/testing/run-model.ts'
import { type Damaged, damaged, LEVELS } from './models/blind-damage.ts'
import { halfPhoto, licensedPhotos } from './models/licensed-photos.ts'
import { middleOf } from './models/middle-of.ts'
import { mean } from './statistics.ts'

const NIQE_MODEL: NiqeModel = JSON.parse(readFileSync(new URL('./models/niqe-model.json', import.meta.url), 'utf8'))
const ALL_MODELS = [
  'standard/standard-v2',
  'standard/low-resolution-v2',
  'generative/recovery',
  'generative/recovery-v2',
]
const WORDS = process.argv.slice(2)
const MODELS = ALL_MODELS.filter((model) => !WORDS.some((word) => word !== 'all') || WORDS.includes(model))
/** Made for these pictures; the others are shown beside it. */
const JUDGED = 'standard/low-resolution-v2'
const LEAST_HEIGHT_PX = 384
const BORDER_PX = 4
const SEED = 20_261_121
/** Every n-th photograph; `all` as the first word takes every one. */
const STEP = WORDS.includes('all') ? 1 : 3

interface Scores {
  readonly psnrDb: number
  readonly ssim: number
  readonly niqe: number
}

const scoresOf = (results: readonly Raster[], truths: readonly Raster[]): Scores => ({
  psnrDb: mean(results.map((result, i) => psnrY(result, truths[i]!, BORDER_PX))),
  ssim: mean(results.map((result, i) => ssimY(result, truths[i]!, BORDER_PX))),
  niqe: mean(results.map((result) => niqe(result, NIQE_MODEL)).filter((value) => value !== undefined)),
})
const shown = ({ psnrDb, ssim, niqe: naturalness }: Scores) =>
  `${psnrDb.toFixed(2)} / ${ssim.toFixed(4)} / ${naturalness.toFixed(2)}`.padStart(24)
const over = (list: readonly Scores[]): Scores => ({
  psnrDb: mean(list.map(({ psnrDb }) => psnrDb)),
  ssim: mean(list.map(({ ssim }) => ssim)),
  niqe: mean(list.map((scores) => scores.niqe)),
})
const isBetter = (a: Scores, b: Scores) => a.psnrDb > b.psnrDb && a.ssim > b.ssim && a.niqe < b.niqe

async function resultsOf(
  model: string,
  tier: 'classical' | 'net',
  sources: readonly Damaged[],
  truths: readonly Raster[],
) {
  const results: Raster[] = []
  for (const [i, { picture, jpegQuality }] of sources.entries()) {
    const params = { output_height: truths[i]!.height }
    results.push(await runModel(picture, { modelKey: `enhance/${model}`, params, tier, jpegQuality }))
  }
  return results
}

const photos = await Promise.all(licensedPhotos('held-out').map(halfPhoto))
const truths = photos
  .map(middleOf)
  .filter(({ height }) => height >= LEAST_HEIGHT_PX)
  .filter((_, i) => i % STEP === 0)
console.log(
  `${truths.length} photographs; PSNR-Y in dB / SSIM / NIQE (lower is better); the truth's NIQE is ${scoresOf(truths, truths).niqe.toFixed(2)}`,
)
const judged: Record<'bicubic' | 'classical' | 'net', Scores[]> = { bicubic: [], classical: [], net: [] }
for (const [level, damage] of Object.entries(LEVELS)) {
  const sources = await Promise.all(truths.map((truth, i) => damaged(truth, damage, SEED + 2 * i)))
  const plain = scoresOf(
    sources.map(({ picture }, i) => resizeBicubic(picture, truths[i]!)),
    truths,
  )
  console.log(`${level.padEnd(8)}${'bicubic'.padEnd(56)}${shown(plain)}`)
  judged.bicubic.push(plain)
  for (const model of MODELS) {
    const classical = scoresOf(await resultsOf(model, 'classical', sources, truths), truths)
    const net = scoresOf(await resultsOf(model, 'net', sources, truths), truths)
    console.log(`${level.padEnd(8)}${model.padEnd(28)}classical${shown(classical)}  net${shown(net)}`)
    if (model !== JUDGED) continue
    judged.classical.push(classical)
    judged.net.push(net)
  }
}
if (judged.net.length > 0) {
  const [plain, classical, net] = [over(judged.bicubic), over(judged.classical), over(judged.net)]
  console.log(
    `${JUDGED} on the mean of the levels: bicubic ${shown(plain)}, classical ${shown(classical)}, net ${shown(net)}`,
  )
  process.exitCode = isBetter(net, plain) && isBetter(net, classical) ? 0 : 1
}
