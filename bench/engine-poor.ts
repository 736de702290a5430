// `npx node bench/engine-poor.ts`: whole models on small poor pictures, ×2: the Kodak pictures are blurred, shrunk, made noisy and put
// through JPEG, all from fixed seeds, at three levels. Bicubic, the model without weights and with them, PSNR and SSIM of Y side by
// side. Needs ../shared/data/bench/sr. Exits 1 when a model with weights is worse than without them on the mean of the levels.
import { readdirSync, readFileSync } from 'node:fs'
import type { Raster } from '#engine/image/raster.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import { psnrY, resizeBicubic, ssimY } from '#engine/testing/picture-quality.ts'
import { runModel } from '#engine/testing/run-model.ts'
import { addNoise } from '#engine/testing/synthetic-picture.ts'
import { mean } from './statistics.ts'

const PICTURES = new URL('../../shared/data/bench/sr/Kodak24/', import.meta.url)
const LEVELS = {
  mild: { blurPx: 0.5, noiseLevels: 1.5, quality: 88 },
  medium: { blurPx: 1, noiseLevels: 4, quality: 65 },
  heavy: { blurPx: 1.5, noiseLevels: 9, quality: 40 },
} as const
const MODELS = ['standard/standard-v2', 'standard/low-resolution-v2', 'standard/cgi', 'generative/recovery'] as const
const BORDER_PX = 4
/** Every n-th picture; `all` as the first word takes every one. */
const STEP = process.argv[2] === 'all' ? 1 : 3

type Damage = (typeof LEVELS)[keyof typeof LEVELS]

async function worsen(high: Raster, { blurPx, noiseLevels, quality }: Damage) {
  const blurred = await decodePicture(await sharpOf(high).blur(blurPx).png().toBuffer())
  const small = resizeBicubic(blurred.colour, { width: high.width / 2, height: high.height / 2 })
  return decodePicture(await sharpOf(addNoise(small, noiseLevels)).jpeg({ quality }).toBuffer())
}

const measures = (results: readonly Raster[], truths: readonly Raster[]) => [
  mean(results.map((result, i) => psnrY(result, truths[i]!, BORDER_PX))),
  mean(results.map((result, i) => ssimY(result, truths[i]!, BORDER_PX))),
]
const shown = ([psnrDb, ssim]: number[]) => `${psnrDb!.toFixed(2)} / ${ssim!.toFixed(4)}`.padStart(17)

const names = readdirSync(PICTURES).filter((name, i) => name.endsWith('.webp') && i % STEP === 0)
const truths = await Promise.all(
  names.map(async (name) => (await decodePicture(readFileSync(new URL(name, PICTURES)))).colour),
)
const gains = new Map<string, number>()
console.log(`${names.length} pictures; PSNR-Y in dB / SSIM: bicubic, classical, net`)
for (const [level, damage] of Object.entries(LEVELS)) {
  const sources = await Promise.all(truths.map((truth) => worsen(truth, damage)))
  const plain = measures(
    sources.map(({ colour }, i) => resizeBicubic(colour, truths[i]!)),
    truths,
  )
  for (const model of MODELS) {
    const scores: number[][] = [plain]
    for (const tier of ['classical', 'net'] as const) {
      const results: Raster[] = []
      for (const [i, { colour, jpegQuality }] of sources.entries()) {
        const params = { output_height: truths[i]!.height }
        results.push(await runModel(colour, { modelKey: `enhance/${model}`, params, tier, jpegQuality }))
      }
      scores.push(measures(results, truths))
    }
    gains.set(model, (gains.get(model) ?? 0) + scores[2]![0]! - scores[1]![0]!)
    console.log(`${level.padEnd(8)} ${model.padEnd(28)}${scores.map(shown).join('')}`)
  }
}
process.exitCode = [...gains.values()].some((gain) => gain < -0.005) ? 1 : 0
