// Old-photo restoration (engine study §3.2): marks out, then a mild denoising. Where "marks" cover too much of the picture
// they are its texture, and the repair stays away.
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { denoise, type NoiseByScale } from '../operations/denoise.ts'
import { ABSTAIN_FRACTION } from '../operations/mask-from-logits.ts'
import { repairScratches } from '../operations/repair-scratches.ts'
import type { TileOperation } from '../operations/tile-operation.ts'

const NOISE_PART = 0.7
const CHROMA_NOISE_PART = 1
/** Share of the grain that stays: a photograph without any looks like plastic. */
const KEPT_DETAIL = 0.3

/** `restore/dust-scratch`; takes no parameters. */
export function planRestore(modelKey: string, _params: ParameterValues, analysis: PictureAnalysis): TileOperation[] {
  if (modelKey !== 'restore/dust-scratch') throw new Error(`no restoration model ${modelKey}`)
  const repair =
    analysis.scratchFraction > ABSTAIN_FRACTION ? [] : [repairScratches({ noiseSigma: analysis.noiseSigma })]
  return [...repair, mildDenoise(analysis)]
}

/** What a photograph gets after its marks are gone. */
export function mildDenoise({ lumaNoiseByScale, chromaNoiseByScale }: PictureAnalysis): TileOperation {
  const luma = scaled(lumaNoiseByScale, NOISE_PART)
  const chroma = scaled(chromaNoiseByScale, CHROMA_NOISE_PART)
  return denoise({
    lumaSigma: luma[0],
    chromaSigma: chroma[0],
    lumaByScale: luma,
    chromaByScale: chroma,
    keepDetail: KEPT_DETAIL,
  })
}

const scaled = ([a, b, c]: NoiseByScale, part: number): NoiseByScale => [part * a, part * b, part * c]
