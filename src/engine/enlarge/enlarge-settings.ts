// How the enlarger is tuned for a model.
import type { NetName } from '../nets/open-net.ts'
import type { PackFacts } from '../packs/pack-offer.ts'

/** A pack in a run. */
export interface PackSettings extends PackFacts {
  /** Share of its output in the result, 0–1; the rest is that of `net`. */
  readonly part: number
}

export interface EnlargeSettings {
  /** Rounds of smoothing along edges, warping them and back-projection; 0 is plain back-projection. Large factors get one more. */
  readonly rounds: number
  /** 0–1: how far jagged edges are smoothed along their own direction. */
  readonly smoothing: number
  /** In source pixels: the neighbourhood in which an edge's direction is looked for, and the distance of the averaged samples. */
  readonly smoothingWindow: number
  /** Smooths once more at the very end: pixel stairs of a poor source vanish, at the cost of exact back-projection. */
  readonly finalSmoothing: boolean
  /** Back-projection leaves differences of the source's own damage alone: what lies within so much of the shrunk result (0–1) and is finer than its neighbourhood. */
  readonly tolerance?: number
  /** 0–1: part of each back-projection that is added; below 1 the stairs and rings of a poor source are not all brought back. */
  readonly fidelity: number
  /** How far an edge is warped narrower in each round, in pixels of the source; about 0.5. */
  readonly warping: number
  /** Red, green and blue are back-projected too, not only luma: shrinking the result gives the source back. */
  readonly allChannels: boolean
  /** The net that enlarges the luma instead of the classical steps; the plan drops it where no net can run. */
  readonly net?: NetName
  /** Mean of the net's outputs for each tile upright and rotated by 180°: 0.06 to 0.1 dB better, for twice its time. */
  readonly selfEnsemble?: boolean
  /** Noise of the source as it is measured, 0–1: grain that the net is not to draw (`keep-grain.ts`). */
  readonly grain?: number
  /** Redraws what `net` enlarged, with detail that the source does not have. */
  readonly pack?: PackSettings
  /** The net adds what the source does not have; its output is back-projected, so that shrinking it gives the source again. */
  readonly netInvents: boolean
  /** The same for a net that may take a picture for more damaged than it is. */
  readonly heldToSource?: boolean
}

/** Best PSNR: measured in bench/engine-enlarge.ts. */
export const FAITHFUL: EnlargeSettings = {
  rounds: 2,
  smoothing: 1,
  smoothingWindow: 0.6,
  finalSmoothing: false,
  fidelity: 1,
  warping: 0.5,
  allChannels: false,
  netInvents: false,
}
