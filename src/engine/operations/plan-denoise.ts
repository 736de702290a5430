// The three denoising models: the same filter, told to expect more noise than measured (engine study §3.2, §3.3).
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import type { TileOperation } from '../operation.ts'
import { gaussianKernel } from './blur-kernel.ts'
import { deblur } from './deblur.ts'
import { denoise, type NoiseByScale } from './denoise.ts'

interface Temper {
  /** Expected noise = measured × factor + extra (8-bit levels). */
  readonly factor: number
  readonly extraLevels: number
  /** Part of the fine structure that comes back when the consumer leaves it to us. */
  readonly autoDetail: number
}

const TEMPERS: Readonly<Record<string, Temper>> = {
  'denoise/normal': { factor: 0.9, extraLevels: 0, autoDetail: 0.15 },
  'denoise/strong': { factor: 1.4, extraLevels: 3, autoDetail: 0.05 },
  'denoise/extreme': { factor: 2.2, extraLevels: 8, autoDetail: 0 },
}
const CHROMA_FACTOR = 1.5
/** `minor_deblur` = 1 assumes this softness in pixels. */
const MINOR_DEBLUR_MAX_PX = 0.8
const AUTO_DEBLUR_MAX_PX = 0.4

/** `denoise/normal`, `denoise/strong`, `denoise/extreme`. */
export function planDenoise(modelKey: string, params: ParameterValues, analysis: PictureAnalysis): TileOperation[] {
  const temper = TEMPERS[modelKey]
  if (!temper) throw new Error(`no denoising model ${modelKey}`)
  const force = 2 * numberOr(params.strength, 0.5)
  const luma = expected(analysis.lumaNoiseByScale, temper, force)
  const chroma = expected(analysis.chromaNoiseByScale, temper, CHROMA_FACTOR * force)
  const operations = [
    denoise({
      lumaSigma: luma[0],
      chromaSigma: chroma[0],
      lumaByScale: luma,
      chromaByScale: chroma,
      keepDetail: numberOr(params.original_detail, temper.autoDetail),
    }),
  ]
  const softness =
    params.minor_deblur === undefined
      ? Math.min(AUTO_DEBLUR_MAX_PX, analysis.blurSigma / 2)
      : MINOR_DEBLUR_MAX_PX * numberOr(params.minor_deblur, 0)
  if (softness > 0.1) operations.push(minorDeblur(softness, luma[0]))
  return operations
}

/** Small softness after denoising: the rest of the noise is low, so no second shrinkage is needed. */
const minorDeblur = (sigmaPx: number, removedLevels: number) =>
  deblur({ blur: gaussianKernel(sigmaPx), noiseSigma: 1 + 0.1 * removedLevels, shrinkNoise: false })

function expected(measured: NoiseByScale, temper: Temper, force: number): NoiseByScale {
  const level = (scale: 0 | 1 | 2) => force * (temper.factor * measured[scale] + temper.extraLevels / 2 ** scale)
  return [level(0), level(1), level(2)]
}

export const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)
