// Limited values.

export const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

export const clamp01 = (value: number): number => clamp(value, 0, 1)

/** 0 at `from`, 1 at `to`, linear in between; `from` may be the larger one. */
export const ramp = (value: number, from: number, to: number): number => clamp01((value - from) / (to - from))
