// The emulator's time (Topaz contract §12 "Time"): it runs beside the real one, faster if asked to, and can be put forward.

export interface VirtualClock {
  /** Unix seconds with their fraction. */
  now(): number
  advance(seconds: number): void
  /** What a virtual moment is really: the caller's clock when it comes. */
  toReal(virtual: number): number
}

export function createVirtualClock(speed: number): VirtualClock {
  const startedAtMs = Date.now()
  const startedTicks = performance.now()
  let advanced = 0
  const now = () => startedAtMs / 1000 + ((performance.now() - startedTicks) / 1000) * speed + advanced
  return {
    now,
    toReal: (virtual) => Date.now() / 1000 + (virtual - now()) / speed,
    advance: (seconds) => {
      advanced += seconds
    },
  }
}
