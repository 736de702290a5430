// How the classical enlarger is tuned for a model.

export interface EnlargeSettings {
  /** Rounds of smoothing along edges, narrowing them and projecting back; 0 is plain back-projection. Large factors get one more. */
  readonly rounds: number
  /** 0–1: how far jagged edges are smoothed along their own direction. */
  readonly smoothing: number
  /** How far an edge is narrowed in each round, in pixels of the source; about 0.5. */
  readonly narrowing: number
  /** Red, green and blue are projected back too, not only luma: shrinking the result gives the source back. */
  readonly allChannels: boolean
}

/** Nearest to the truth: measured in bench/engine-enlarge.ts. */
export const FAITHFUL: EnlargeSettings = { rounds: 2, smoothing: 1, narrowing: 0.5, allChannels: false }
