// Asking for an async run's state (document 2 §7, §8, §9; C-13, C-41, U-55).

export const POLL_INTERVAL_MS = 5000

/** Two limits stand in the documents, both kept (C-13): the service's default, which a run of the documented calls has … */
export const SERVICE_POLL_LIMIT = { maxAttempts: 60, timeoutMs: 300_000 } as const
/** … and the longer one that the tool pages pass, because the panel promises 2–10 minutes. */
export const TOOL_PAGE_POLL_LIMIT = { maxAttempts: 120, timeoutMs: 600_000 } as const
export interface PollLimit {
  readonly maxAttempts: number
  readonly timeoutMs: number
}

/** A failed poll is tried again after this long; this many failures in a row are thrown (U-55). */
export const POLL_RETRY_DELAY_MS = 2000
export const POLL_MAX_FAILURES = 3

/** Towards the AI provider; queued, not refused (C-41). */
export const PROVIDER_REQUESTS_PER_SECOND = 5
