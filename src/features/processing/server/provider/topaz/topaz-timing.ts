// When the vendor is asked again (contract §12.4); tests make it faster.
export interface TopazTiming {
  /** Between two looks at a job: rises from the first to the second. */
  readonly pollMinMs: number
  readonly pollMaxMs: number
  /** The first look comes at half of the expected time, and at the latest after this. */
  readonly firstLookMaxMs: number
  /** After 425, 429, 5xx and silence: doubles from the first to the second, with chance. */
  readonly retryMinMs: number
  readonly retryMaxMs: number
  /** How long a submit without an answer may take to show in the vendor's list. */
  readonly settleMs: number
  readonly requestTimeoutMs: number
  readonly transferTimeoutMs: number
}

export const TOPAZ_TIMING: TopazTiming = {
  pollMinMs: 2000,
  pollMaxMs: 15_000,
  firstLookMaxMs: 60_000,
  retryMinMs: 5000,
  retryMaxMs: 60_000,
  settleMs: 3000,
  requestTimeoutMs: 30_000,
  transferTimeoutMs: 300_000,
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
