/** Time as a dependency, so that rules about time are tested without waiting. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * The clocks of processes differ, and of two attempts at once the later may be written first. Only a moment further ahead than this was written before
 * a clock was set back.
 */
export const CLOCKS_APART_MS = 60_000

/** At most so old. What was written before the clock was set back has no known age and does not count as young. */
export function isYoung(at: Date, now: Date, atMostMs: number): boolean {
  const ageMs = now.getTime() - at.getTime()
  return ageMs >= -CLOCKS_APART_MS && ageMs <= atMostMs
}
