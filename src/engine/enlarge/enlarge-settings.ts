// How the classical enlarger is tuned for a model.

export interface EnlargeSettings {
  /** Rounds of back-projection: after each, shrinking the result comes closer to the source. */
  readonly rounds: number
  /** All three channels are corrected, not only luma (costs three times as much). */
  readonly allChannels: boolean
}

/** CPU seconds per megapixel of the result (bench/engine-cost.ts), for the progress bar. */
export const ENLARGE_COST = 0.3
