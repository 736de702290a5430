// Pixel buffers live outside the JavaScript heap, where they put no pressure on the collector: left to itself it lets hundreds of
// megabytes of dead tiles accumulate. The child is started with --expose-gc.

import { getHeapStatistics } from 'node:v8'

/**
 * Dead buffers allowed per thread; a tile leaves 2 to 40 MB behind. With 8 MB instead enlarging 12 megapixels took a tenth
 * more time and 35 MB less (measured in turns).
 */
const MOST_LEFT_BYTES = 48 * 2 ** 20
/**
 * Below this process size nothing is collected: collecting took 0.6 of 4.7 s where 2 megapixels become 8, and such a run stays below it
 * anyway. With 550 MB a result of 22 megapixels peaked at 714 instead of 696.
 */
const ROOMY_BYTES = 500 * 2 ** 20
let kept = 0

/** Between passes: whole rasters are freed. */
export function freeMemory(): void {
  globalThis.gc?.()
  kept = held()
}

/**
 * After every tile. What tiles leave behind is young, so a small collection finds most of it in a tenth of the time; full ones
 * took a quarter of an enlarging run (CGI 2 → 8 megapixels 27.7 → 21.3 CPU seconds, Standard 10.5 → 8.7, measured in turns).
 */
export function freeTile(): void {
  if (!isTooMuchLeft() || process.memoryUsage.rss() < ROOMY_BYTES) return
  globalThis.gc?.({ type: 'minor' })
  if (isTooMuchLeft()) freeMemory()
}

const isTooMuchLeft = () => held() - kept > MOST_LEFT_BYTES

/** Bytes of buffers, dead or alive. Asking the process instead reads a file: 0.15 of 12 seconds. */
const held = (): number => getHeapStatistics().external_memory
