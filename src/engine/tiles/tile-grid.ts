// Where the tiles lie. The grid depends on the size of the picture and the halo only, so results never depend on the machine.

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Small pictures take small tiles, so that two threads and the progress bar have something to share. */
const SMALL_PICTURE_PX = 500_000
const MEDIUM_PICTURE_PX = 2_000_000
/** With a wide halo a small core would mostly compute what is thrown away. */
const WIDE_HALO_PX = 32
const CORE_PX = { small: 256, medium: 512, wide: 768 } as const

export function coreSideFor(width: number, height: number, haloPx: number): number {
  const area = width * height
  if (area <= SMALL_PICTURE_PX) return CORE_PX.small
  return area > MEDIUM_PICTURE_PX && haloPx > WIDE_HALO_PX ? CORE_PX.wide : CORE_PX.medium
}

export function tileGrid(width: number, height: number, side: number): Rect[] {
  const rects: Rect[] = []
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      rects.push({ x, y, width: Math.min(side, width - x), height: Math.min(side, height - y) })
    }
  }
  return rects
}

export const grow = (rect: Rect, by: number): Rect => ({
  x: rect.x - by,
  y: rect.y - by,
  width: rect.width + 2 * by,
  height: rect.height + 2 * by,
})
