// Dust & Scratch (engine study §3.2): what is damaged is inpainted, then a mild denoising where there is noise. No parameters.
//   measured   noise of luma and colour at three scales; without weights the part of the picture that looks like scratches
//   steps      repair (mask, inpainting), denoise
//   net        `scratch` finds the mask; without weights oriented top-hats do (repairScratches)
//   progress   repair 0.6 CPU seconds per megapixel (0.45 without weights), denoise 0.28
// Where the mask covers too much of the picture it is the picture's texture, and the repair stays away.
import { contentOf } from '#rulebook/runs/picture-content.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { scaledNoise } from '../operations/denoise.ts'
import { ABSTAIN_FRACTION } from '../operations/mask-from-logits.ts'
import { denoiseStep, type SeenNoise, surelyNoisy } from './denoise.ts'
import { type FilterStep, step } from './filter-step.ts'
import { type Mildness, type PlanInput, type PlanPass, passOf, type ToolModels } from './plan.ts'

const NOISE_PART = 0.7
const CHROMA_NOISE_PART = 1
/** Share of the grain that stays: a photograph without any looks like plastic. */
const KEPT_DETAIL = 0.3
/**
 * 8-bit levels from which on noise is removed after the damage. A camera's noise has colour: photographs without any show 0.1 to 0.7 levels in their
 * colours, with noise of 3 levels 3. In luma alone fine texture and the grain of a good print reach 4; taken for noise, they cost up to 0.8 dB (decision 0206).
 */
const TREATED_FROM = { luma: 5, chroma: 1.5 } as const
/** CPU seconds per megapixel of finding the mask by the net and inpainting it (bench/engine-cost.ts). */
export const REPAIR_COST = 0.6

export const RESTORE_MODELS: ToolModels = {
  'restore/dust-scratch': {
    measures: [
      'lumaNoiseByScale',
      'chromaNoiseByScale',
      'whiteNoise',
      'jpegQuality',
      'noiseSigma',
      'scratchFraction',
      'content',
      'pureCells',
    ],
    checkedFor: ['texture-taken'],
    passes: dustAndScratch,
  },
}

function dustAndScratch({ analysis, tier, mildness }: PlanInput): PlanPass[] {
  const denoising = mildDenoise(analysis, mildness)
  if (isDrawn(analysis)) return passOf(denoising)
  if (tier === 'net') return [{ kind: 'repair', steps: denoising, settings: { net: 'scratch' } }]
  if (analysis.scratchFraction > ABSTAIN_FRACTION) return passOf(denoising)
  return passOf([step('repairScratches', { noiseSigma: analysis.noiseSigma }), ...denoising])
}

/**
 * Writing and drawings made by a computer have no dust: lone strokes of line drawings, a circle, a cross, were taken for scratches. Pure cells: 0.2 to
 * 0.81 in 34 of the 44 drawings and pages of the training data, 0 in a scanned page. A scan whose paper was whitened has them as well, but its dust
 * lies alone on them: no specks in 33 of the 34, three in the other; 12 in a photograph (wires before a burnt-out wall) that is read as writing.
 */
const DRAWN = { pureFrom: 0.2, mostSpecks: 3 } as const
function isDrawn({ content, pureCells: { share, specks } }: PictureAnalysis): boolean {
  return share >= DRAWN.pureFrom && specks <= DRAWN.mostSpecks && contentOf({ ...content }) !== 'photo'
}

/** Denoising after the damage is inpainted; where the trial finds that it removes texture (decision 0130), only what is certainly noise, or nothing. */
function mildDenoise(analysis: PictureAnalysis, mildness: Mildness | undefined): FilterStep[] {
  const { lumaNoiseByScale, chromaNoiseByScale } = mildness ? SEEN_AS[mildness](analysis) : analysis
  if (lumaNoiseByScale[0] < TREATED_FROM.luma && chromaNoiseByScale[0] < TREATED_FROM.chroma) return []
  const luma = scaledNoise(lumaNoiseByScale, NOISE_PART)
  const chroma = scaledNoise(chromaNoiseByScale, CHROMA_NOISE_PART)
  return [denoiseStep({ luma, chroma, keepDetail: KEPT_DETAIL })]
}

const SEEN_AS: Readonly<Record<Mildness, (analysis: PictureAnalysis) => SeenNoise>> = {
  milder: surelyNoisy,
  plain: () => ({ lumaNoiseByScale: [0, 0, 0], chromaNoiseByScale: [0, 0, 0] }),
}
