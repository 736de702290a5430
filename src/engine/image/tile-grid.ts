// Where the tiles lie. The grid depends on the size of the picture and the halo only, so results never depend on the machine.
import type { Rect } from './rect.ts'

/** Small pictures take small tiles, so that two threads and the progress bar have something to share. */
const SMALL_PICTURE_PX = 500_000
/** With a wide halo a small core would mostly compute what is thrown away. */
const WIDE_HALO_PX = 32
const CORE_PX = { small: 256, medium: 512, wide: 768 } as const
/** Equal tiles may be this much longer than requested, so that no narrow strip is left, which would be nearly all halo. */
const STRETCH = 1.15

export function coreSideFor(width: number, height: number, haloPx: number): number {
  if (width * height <= SMALL_PICTURE_PX) return CORE_PX.small
  return haloPx > WIDE_HALO_PX ? CORE_PX.wide : CORE_PX.medium
}

/** Tiles of nearly equal size, about `side` long and wide. */
export function tileGrid(width: number, height: number, side: number): Rect[] {
  const rects: Rect[] = []
  const stepX = evenStep(width, side)
  const stepY = evenStep(height, side)
  for (let y = 0; y < height; y += stepY) {
    for (let x = 0; x < width; x += stepX) {
      rects.push({ x, y, width: Math.min(stepX, width - x), height: Math.min(stepY, height - y) })
    }
  }
  return rects
}

const evenStep = (size: number, side: number): number => Math.ceil(size / Math.ceil(size / (STRETCH * side)))
