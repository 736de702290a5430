// How the enlarger is tuned for a model.
import type { NetName } from '../nets/open-net.ts'

export interface EnlargeSettings {
  /** Rounds of smoothing along edges, narrowing them and projecting back; 0 is plain back-projection. Large factors get one more. */
  readonly rounds: number
  /** 0–1: how far jagged edges are smoothed along their own direction. */
  readonly smoothing: number
  /** In source pixels: the neighbourhood in which an edge's direction is looked for, and the distance of the averaged samples. */
  readonly smoothingWindow: number
  /** Smooths once more at the very end: pixel stairs of a poor source vanish, at the cost of exact back-projection. */
  readonly finalSmoothing: boolean
  /** 0–1: part of each back-projection that is laid on; below 1 the stairs and rings of a poor source are not all brought back. */
  readonly fidelity: number
  /** How far an edge is narrowed in each round, in pixels of the source; about 0.5. */
  readonly narrowing: number
  /** Red, green and blue are projected back too, not only luma: shrinking the result gives the source back. */
  readonly allChannels: boolean
  /** The net that enlarges the luma instead of the classical steps; the plan takes it away where no net can run. */
  readonly net?: NetName
  /** The net looks at each tile upright and upside down, and the mean is taken: 0.06 to 0.1 dB nearer, for twice its time. */
  readonly looksTwice?: boolean
  /** The net adds what the source does not have; its answer is projected back, so that shrinking it gives the source again. */
  readonly netInvents: boolean
}

/** Nearest to the truth: measured in bench/engine-enlarge.ts. */
export const FAITHFUL: EnlargeSettings = {
  rounds: 2,
  smoothing: 1,
  smoothingWindow: 0.6,
  finalSmoothing: false,
  fidelity: 1,
  narrowing: 0.5,
  allChannels: false,
  netInvents: false,
}
