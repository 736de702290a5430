/** Time as a dependency, so that rules about time are tested without waiting. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The clocks of processes lie apart, and of attempts at once the later is written first: only a moment further ahead was written before a clock was set back. */
export const CLOCKS_APART_MS = 60_000

/** At most so old. Of what was written before the clock was set back no age can be told: it is not. */
export function isYoung(at: Date, now: Date, atMostMs: number): boolean {
  const ageMs = now.getTime() - at.getTime()
  return ageMs >= -CLOCKS_APART_MS && ageMs <= atMostMs
}
