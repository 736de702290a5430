// Which net enlarges for the models that own one trained on damaged pictures (`sr2-low`: CGI, Low Resolution, Text Refine). It takes blur for damage, so a photograph that is soft by
// nature, or only was saved as JPEG, comes out far below bicubic; the net for photographs does not do that to any (decisions 0131 and 0258).
import { seenSigma } from '../../analysis/lens-blur.ts'
import type { PictureAnalysis } from '../../analysis/picture-analysis.ts'
import { ramp } from '../../image/ramp.ts'
import { UNTOUCHED_QUALITY } from '../../operations/deblock.ts'
import type { PlanInput } from '../plan.ts'
import type { Recipe } from './recipes.ts'

/** White noise from which on, when it is a good part of what is measured, a picture is left to the net that was trained on damage. */
const CLEAN_NOISE = { levels: 1, part: 0.6 } as const
/**
 * Softness of edges in pixels, and the evidence of a blur in the spectrum that goes with it: pictures that were blurred by 1 px and more show both, those that are
 * soft by nature one of them (0.66 with 0.39, 0.4 with 0.46, 0 with 0.63). In a good file softness is meant.
 */
const BLURRED = [
  { sigmaPx: 0.8, evidence: 0.25, belowQuality: 80 },
  { sigmaPx: 0.6, evidence: 0.48, belowQuality: 80 },
  { sigmaPx: 0, evidence: 0.8, belowQuality: 80 },
  { sigmaPx: 0.8, evidence: 0.48, belowQuality: 101 },
] as const
/** Levels of noise: a strong compression leaves as much of camera noise, and less of smooth pictures. More evidence of a blur, without its edges, is softness by nature. */
const RUINED = { noise: 2.3, evidence: 0.35 } as const
/** Keeps four fifths of what the net gains on ruined pictures, and loses 0.1 dB to bicubic at most where nothing but JPEG ruined them. */
const HELD = { heldToSource: true, tolerance: 6 / 255 } as const
/**
 * Shares from which on a picture is a page or a drawing: the net for damage draws those as well as the other, or better. Flat ground alone is a photograph's as often
 * (a portrait, a product before a wall: 0.35 to 0.87), and got drawn eyes and teeth; cells of two tones are 0.25 to 0.98 of a drawing's (22 of 24; of
 * 61 photographs with flat ground 4).
 */
const WRITTEN = { none: 0.05, whole: 0.4 } as const
const DRAWN = { flat: 0.1, twoTone: 0.25 } as const

export function withFaithfulNet(recipe: Recipe, { analysis }: PlanInput): Recipe {
  const { enlarge, byNet } = recipe
  if (isNoisy(analysis) || isBlurred(analysis)) return recipe
  const isClean = analysis.jpegQuality >= UNTOUCHED_QUALITY && seenSigma(analysis.lensBlur) === 0
  if (!isClean && isDrawn(analysis)) return recipe
  if (isRuined(recipe, analysis)) return { ...recipe, enlarge: { ...enlarge, ...HELD } }
  const faithful: Recipe = {
    ...recipe,
    enlarge: { ...enlarge, net: 'sr2' },
    byNet: byNet && ((input, factor) => ({ ...byNet(input, factor), net: 'sr2' })),
  }
  return isClean ? faithful : asPhotograph(faithful)
}

const isNoisy = ({ noiseSigma, whiteNoise }: PictureAnalysis): boolean =>
  whiteNoise.luma >= Math.max(CLEAN_NOISE.levels, CLEAN_NOISE.part * noiseSigma)

const isBlurred = ({ jpegQuality, blurSigma, lensBlur }: PictureAnalysis): boolean =>
  BLURRED.some(
    ({ sigmaPx, evidence, belowQuality }) =>
      jpegQuality < belowQuality && blurSigma >= sigmaPx && lensBlur.evidence >= evidence,
  )

const isRuined = ({ ruinedBelow = 0 }: Recipe, { jpegQuality, noiseSigma, lensBlur }: PictureAnalysis): boolean =>
  jpegQuality < ruinedBelow && noiseSigma >= RUINED.noise && lensBlur.evidence < RUINED.evidence

const isDrawn = ({ content: { textShare, flatShare, twoToneShare } }: PictureAnalysis): boolean =>
  textShare >= WRITTEN.whole || (flatShare >= DRAWN.flat && twoToneShare >= DRAWN.twoTone)

/** What evens flat colours and pixel stairs is left out, and strokes are drawn as far as there are letters, or a person asks for them. */
const asPhotograph = (recipe: Recipe): Recipe => ({
  ...recipe,
  enlarge: { ...recipe.enlarge, finalSmoothing: false },
  bilateralBefore: 0,
  bilateralAfter: 0,
  finish(input) {
    const finish = recipe.finish(input)
    if (typeof input.params.strength === 'number') return finish
    return { ...finish, strokes: finish.strokes * ramp(input.analysis.content.textShare, WRITTEN.none, WRITTEN.whole) }
  },
})
