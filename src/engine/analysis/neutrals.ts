// How much of the picture is certainly grey. A page, a drawing or a black-and-white photograph shows the colour of its light
// directly; estimates meant for photographs (illuminant.ts, exposure.ts) must not tint its paper or turn it grey.
import type { Planes } from '../image/planes.ts'
import { ramp } from '../image/ramp.ts'

export interface NeutralEstimate {
  /** Part of the pixels that is not black and has no colour, 0–1. */
  readonly greyShare: number
  /** Part of all pixels that is as bright as paper and has no colour, 0–1. */
  readonly paperShare: number
}

/** Channels farther apart are a colour; the noise of a good camera and JPEG stay within. */
const MOST_APART = 6 / 255
const NOT_BLACK = 0.1
const PAPER_FROM = 0.82

export function estimateNeutrals({ r, g, b }: Planes): NeutralEstimate {
  let [seen, grey, paper] = [0, 0, 0]
  for (let i = 0; i < g.length; i++) {
    const most = Math.max(r[i]!, g[i]!, b[i]!)
    const least = Math.min(r[i]!, g[i]!, b[i]!)
    if (most < NOT_BLACK) continue
    seen++
    if (most - least > MOST_APART) continue
    grey++
    if (least >= PAPER_FROM) paper++
  }
  return { greyShare: seen === 0 ? 1 : grey / seen, paperShare: g.length === 0 ? 0 : paper / g.length }
}

/** Shares of grey pixels between which trust in the estimate falls to 0: a cast leaves next to nothing grey. */
const GUESSED = { whole: 0.3, none: 0.55 } as const
const PAGE = { none: 0.3, whole: 0.5 } as const

/** Linear colour of the light, pulled towards neutral by the share of certainly grey pixels. */
export function trustedLight(
  [r, , b]: readonly [number, number, number],
  { greyShare }: NeutralEstimate,
): readonly [number, number, number] {
  const part = ramp(greyShare, GUESSED.none, GUESSED.whole)
  return [r ** part, 1, b ** part]
}

/** 0–1: a page, whose paper is white already and whose light is right. */
export const pageLikeness = ({ paperShare }: NeutralEstimate): number => ramp(paperShare, PAGE.none, PAGE.whole)
