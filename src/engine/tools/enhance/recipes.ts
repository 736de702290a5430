// What makes each enlarging model different (engine study §3.2, §3.3), its net on top. Numbers without a source were chosen by eye and bench here.
import { PARAMETERS } from '#rulebook/tools/parameters.ts'
import { type EnlargeSettings, FAITHFUL } from '../../enlarge/enlarge-settings.ts'
import { DOUBLING } from '../../enlarge/enlarge-steps.ts'
import type { BlendBase } from '../../nets/blend-weights.ts'
import { UNTOUCHED_QUALITY } from '../../operations/deblock.ts'
import { numberOr } from '../number-or.ts'
import type { PlanInput } from '../plan.ts'

export interface Finish {
  /** Gain of the fine luma band; 1 changes nothing. */
  readonly detail: number
  /** Strength of the seeded texture, 0–1. */
  readonly texture: number
  /** Strength of the stroke contrast, 0–1. */
  readonly strokes: number
}

interface Cleaning {
  /** How much of the measured noise, JPEG damage and blur is treated when the consumer leaves it to us. */
  readonly noise: number
  readonly compression: number
  /** JPEG quality, after `compression`, from which on a file is left as it is. */
  readonly leftFrom: number
  readonly blur: number
  /** Blur in source pixels that is always assumed, because the model is for blurred pictures. */
  readonly leastBlur: number
  /** And no more than this: a stronger blur is left to the sharpening tools. */
  readonly mostBlur: number
  /** Least deblurring of a noisy or badly compressed source, 0–1: its damage has been cleaned before. */
  readonly leastTrust: number
}

/** How a third-party net is constrained by the source. */
export interface ByPack {
  /** Share of its output, 0–1; the rest is faithful. */
  readonly part: number
  /** Levels of difference that are taken for the source's damage. */
  readonly tolerance: number
}

interface Inventing {
  readonly base: Exclude<BlendBase, 'sr4-wide'>
  readonly part: number
  /** Part of the inventing end in `sr4-wide`, which takes over there. That end was taught on damaged pictures: the more is damaged, the more of it. */
  readonly partAboveDoubling: number
}

export interface Recipe extends Cleaning {
  /** Instead, where a net enlarges that was trained to deal with a part of the damage itself. */
  readonly beforeNet?: Partial<Cleaning>
  /** Colour range (8-bit levels) evened out before and after enlarging; 0 = not. */
  readonly bilateralBefore: number
  readonly bilateralAfter: number
  readonly enlarge: EnlargeSettings
  /** JPEG quality below which noise speaks for damage that nobody can measure any more. */
  readonly ruinedBelow?: number
  /** What is different where a net enlarges. */
  byNet?(input: PlanInput, factor: number): Partial<EnlargeSettings>
  /** Share of the inventing net blended in, 0–1; absent: the net of `enlarge` as it is. */
  invents?(input: PlanInput): Inventing
  /** Instead of what `invents` says, where a pack is there; undefined: not for this picture. */
  byPack?(input: PlanInput): ByPack | undefined
  finish(input: PlanInput): Finish
}

const PLAIN: Finish = { detail: 1, texture: 0, strokes: 0 }
/** A manual value, or the default of the documents. */
const sliderOf = ({ params }: PlanInput, key: 'creativity' | 'detail' | 'strength' | 'texture') =>
  numberOr(params[key], Number(PARAMETERS[key].default))

/** 0–1 from the documents' 1–6. */
const creativityOf = (input: PlanInput) => {
  const { min = 1, max = 6 } = PARAMETERS.creativity
  return (sliderOf(input, 'creativity') - min) / (max - min)
}
/** Gain of the detail band: 0.7 to 1.5 (engine study §3.3). */
const detailGain = (input: PlanInput) => 0.7 + 0.8 * sliderOf(input, 'detail')

/**
 * Levels by which the shrunk result may miss the source: blocks and noise of a bad file are not to come back (the nearest are 0 for a clean
 * source, 6 at JPEG quality 75 and 12 at 40, by PSNR and SSIM against the truth).
 */
const toleranceOf = ({ analysis: { jpegQuality, noiseSigma } }: PlanInput): number =>
  Math.min(
    MOST_TOLERANCE,
    Math.max(
      jpegQuality >= CLEAN_QUALITY ? 0 : (CLEAN_QUALITY - jpegQuality) / 4,
      noiseSigma < CLEAN_NOISE ? 0 : 2 * noiseSigma,
    ),
  )
const MOST_TOLERANCE = 12
const CLEAN_QUALITY = 92
const CLEAN_NOISE = 1.5

/** By the trained net, which is nearer to the truth and cheaper; the other values serve where it cannot run. */
const BY_NET: EnlargeSettings = { ...FAITHFUL, net: 'sr2' }
/** For sources whose edges are stairs already. */
const SMOOTH: EnlargeSettings = { ...FAITHFUL, rounds: 3, smoothingWindow: 1, finalSmoothing: true, fidelity: 0.6 }

/**
 * What is left of good files, quality 88 to 95, is raised by nets that never saw damage and by gains of detail: treated, Kodak at half size
 * comes out 0.3 to 0.6 dB nearer, drawings up to 1.5.
 */
const base = {
  noise: 0.8,
  compression: 0.6,
  leftFrom: UNTOUCHED_QUALITY,
  blur: 0.8,
  leastBlur: 0,
  mostBlur: 0.8,
  leastTrust: 0,
  bilateralBefore: 0,
  bilateralAfter: 0,
} as const

/** JPEG quality below which a picture counts as heavily damaged. */
const RUINED_QUALITY = 60

/** The net was trained on blurred pictures: deblurred as hard as for the classical steps, they are overdrawn (good photo 28.4 dB against 30.6). */
const RECOVERING: Partial<Cleaning> = { blur: 1.2, leastBlur: 0.45, mostBlur: 1.1, leastTrust: 0.8 }

export const RECIPES: Readonly<Record<string, Recipe>> = {
  // Net: `sr2`.
  'enhance/standard/standard-v2': {
    ...base,
    enlarge: BY_NET,
    finish: () => ({ ...PLAIN, detail: 1.15 }),
  },
  // Net: `sr2-low`; `sr2` for good files above ×2 and where the picture is not damaged as that was taught, or `sr2-low` held to the source where it may be (faithful-net.ts).
  'enhance/standard/low-resolution-v2': {
    ...base,
    noise: 1,
    compression: 0.9,
    // Its files often hide their quality; cleaning good ones costs 0.04 dB, leaving bad ones 0.8.
    leftFrom: 93,
    blur: 1,
    mostBlur: 0.8,
    leastTrust: 0.4,
    // The net was trained on damaged pictures and removes the rest of the damage more carefully (engine-poor: SSIM +0.01 at each level).
    beforeNet: { noise: 0.6, compression: 0.6 },
    ruinedBelow: RUINED_QUALITY,
    enlarge: { ...SMOOTH, net: 'sr2-low' },
    // Doubling twice loses 0.5 dB to the classical steps on light damage and gains 0.2 on heavy damage (bench/engine-blind.ts).
    byNet: ({ analysis }, factor) => ({
      net: factor > DOUBLING && analysis.jpegQuality >= RUINED_QUALITY ? 'sr2' : 'sr2-low',
    }),
    finish: ({ tier }) => ({ ...PLAIN, detail: tier === 'net' ? 1 : 1.3 }),
  },
  // Net: `sr2-low`; `sr2` where a picture that is no drawing is not damaged as that was taught, nor evened then (faithful-net.ts).
  'enhance/standard/cgi': {
    ...base,
    noise: 0.6,
    compression: 1,
    // The bilateral filter does as much for better files.
    leftFrom: 90,
    blur: 0.5,
    bilateralBefore: 6,
    bilateralAfter: 3,
    // A third round of the classical steps brings nothing on drawings. Nets: `sr2` is 1 to 3 dB nearer on drawings without damage; where JPEG damage
    // hides in a file without tables, it draws specks.
    enlarge: { ...SMOOTH, net: 'sr2-low', rounds: 2, warping: 0.55, fidelity: 0.9 },
    byNet: () => ({ finalSmoothing: false }),
    finish: () => PLAIN,
  },
  // Net: `sr2`. Half of what the standard model removes, all channels back-projected: shrinking the result gives the source.
  'enhance/standard/high-fidelity-v2': {
    ...base,
    noise: 0.4,
    compression: 0.3,
    blur: 0,
    enlarge: { ...BY_NET, allChannels: true },
    finish: () => PLAIN,
  },
  // Net: `sr2-low`, which was trained on letters too, without the smoothing that bends thin strokes; `sr2` where a picture that is no page is not damaged
  // as that was taught (faithful-net.ts). Nothing is deblurred: letters look soft to the
  // measurement at any size, and what is overdrawn costs 2 dB (menu, JPEG 75 and 92; docs/engine-models.md).
  'enhance/standard/text-refine': {
    ...base,
    noise: 1,
    compression: 1,
    blur: 0,
    // The net takes noise away too: with all of it gone before, letters came out 0.5 dB farther away (JPEG 75). And better files it
    // cleans itself: treated before, writing loses 0.03 dB.
    beforeNet: { noise: 0.4, leftFrom: 85 },
    bilateralBefore: 6,
    bilateralAfter: 3,
    enlarge: { ...BY_NET, net: 'sr2-low', rounds: 3, warping: 0.6 },
    finish: (input) => ({ ...PLAIN, strokes: 0.5 * sliderOf(input, 'strength') }),
  },
  // Net: `sr2` blended with what `sr2-tex` invents, as far as `creativity` says; or a pack.
  'enhance/generative/redefine': {
    ...base,
    enlarge: { ...BY_NET, rounds: 3 },
    invents: (input) => ({ base: 'sr2', part: creativityOf(input), partAboveDoubling: creativityOf(input) }),
    byPack: (input) => ({ part: 0.4 + 0.6 * creativityOf(input), tolerance: toleranceOf(input) }),
    finish: (input) => {
      const creativity = creativityOf(input)
      const texture = sliderOf(input, 'texture')
      // The net draws what is new; raising the whole band as well would make what the source has too hard.
      const detail = input.tier === 'net' ? 1 + 0.15 * creativity : 1 + 0.8 * creativity
      return { ...PLAIN, detail, texture: texture * (0.25 + 0.75 * creativity) }
    },
  },
  // Net: `sr2-low` with a fifth of what `sr2-tex` invents; above ×2 all of `sr4-tex`; or a pack.
  'enhance/generative/recovery': {
    ...base,
    noise: 1,
    compression: 0.9,
    blur: 1.4,
    leastBlur: 0.6,
    mostBlur: 1.4,
    leastTrust: 1,
    beforeNet: RECOVERING,
    enlarge: { ...BY_NET, rounds: 3 },
    invents: () => ({ base: 'sr2-low', part: 0.2, partAboveDoubling: 1 }),
    byPack: (input) => ({ part: 1, tolerance: toleranceOf(input) }),
    finish: (input) => ({ ...PLAIN, detail: detailGain(input), texture: 0.18 }),
  },
  // Net: `sr2` with two fifths of what `sr2-tex` invents; above ×2 four fifths of `sr4-tex`; or a pack. Milder on the source, more invented fine structure: more
  // natural surfaces.
  'enhance/generative/recovery-v2': {
    ...base,
    blur: 1.1,
    leastBlur: 0.45,
    mostBlur: 1.2,
    leastTrust: 0.8,
    // Below what Recovery undoes before a net, at every softness.
    beforeNet: { mostBlur: 1 },
    enlarge: { ...BY_NET, rounds: 3, warping: 0.4 },
    invents: () => ({ base: 'sr2', part: 0.4, partAboveDoubling: 0.8 }),
    byPack: (input) => ({ part: 0.8, tolerance: toleranceOf(input) }),
    finish: (input) => ({ ...PLAIN, detail: detailGain(input), texture: 0.35 }),
  },
}
