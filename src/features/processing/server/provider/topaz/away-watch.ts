// Detects that the vendor has not answered for a while: not one call of any run (decision 0067). One run whose picture makes the vendor
// fail does not count, so a call of another kind is tried before it is reported.

/** Fewer may be chance. */
const LEAST_FAILURES = 5

export interface AwayWatch {
  /** After each call; `isAnswered`: the vendor answered, and not with a server error. */
  note(isAnswered: boolean): void
}

export interface AwayOptions {
  readonly afterMs: number
  /** Resolves where the vendor answers. */
  readonly probe: () => Promise<unknown>
  readonly onAway: () => Promise<void>
}

export function createAwayWatch({ afterMs, probe, onAway }: AwayOptions): AwayWatch {
  let failures = 0
  let sinceMs: number | undefined
  let isProbing = false
  const forget = () => {
    failures = 0
    sinceMs = undefined
  }
  return {
    note(isAnswered) {
      if (isAnswered) return forget()
      failures += 1
      const nowMs = performance.now()
      sinceMs ??= nowMs
      if (isProbing || failures < LEAST_FAILURES || nowMs - sinceMs < afterMs) return
      isProbing = true
      void probe()
        .then(forget, onAway)
        .catch(() => {})
        .finally(() => {
          isProbing = false
        })
    },
  }
}
