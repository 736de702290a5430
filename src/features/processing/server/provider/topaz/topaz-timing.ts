// When the vendor is asked again (Topaz contract §11); tests make it faster.
export interface TopazTiming {
  /** Between two looks at a job: half of the expected time within these, and rising from the first to the second once that is over. */
  readonly pollMinMs: number
  readonly pollMaxMs: number
  /** After 425, 429, 5xx and silence: doubles from the first to the second, with chance. */
  readonly retryMinMs: number
  readonly retryMaxMs: number
  /** How long a submit without an answer may take to show in the vendor's list. */
  readonly settleMs: number
  /** How long the vendor may answer 404 to looks at a task that it has accepted: one of its machines may not know it yet. */
  readonly unlistedMs: number
  readonly requestTimeoutMs: number
  readonly transferTimeoutMs: number
  /** Without one answer for this long the vendor counts as away. */
  readonly awayAfterMs: number
  /** How long after a run's limit its task may still end: three attempts of 20 minutes, and of 90 (Topaz contract §1). */
  readonly lateGenerativeMs: number
  readonly lateMs: number
  /** How long inputs and outputs lie at the vendor (Topaz contract §1). */
  readonly keptMs: number
}

export const TOPAZ_TIMING: TopazTiming = {
  pollMinMs: 2000,
  pollMaxMs: 15_000,
  retryMinMs: 5000,
  retryMaxMs: 60_000,
  settleMs: 3000,
  unlistedMs: 60_000,
  requestTimeoutMs: 30_000,
  transferTimeoutMs: 300_000,
  awayAfterMs: 120_000,
  lateGenerativeMs: 3_600_000,
  lateMs: 16_200_000,
  keptMs: 7 * 86_400_000,
}

/** Waits of a kind that grow: half of each is chance, so that many workers do not come back at once. */
export function createBackoff(minMs: number, maxMs: number): () => number {
  let nextMs = minMs
  return () => {
    const waitMs = nextMs / 2 + Math.random() * (nextMs / 2)
    nextMs = Math.min(maxMs, nextMs * 2)
    return waitMs
  }
}
