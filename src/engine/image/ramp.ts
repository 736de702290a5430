// Values limited to 0–1.

export const clamp01 = (value: number): number => Math.min(1, Math.max(0, value))

/** 0 at `from`, 1 at `to`, linear in between; `from` may be the larger one. */
export const ramp = (value: number, from: number, to: number): number => clamp01((value - from) / (to - from))
