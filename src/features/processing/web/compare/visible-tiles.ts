// Which tiles of which level a pane needs: those that are seen, and a rim around them so that a drag finds them there.
import type { Placement, Point, Size } from './compare-geometry.ts'

export interface ShownTile {
  readonly index: number
  /** In parts of the picture, 0–1. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** In device pixels. */
const RIM = 256
/** A level may be enlarged by so much before the next larger one is taken. */
const STRETCH = 1.05

/** The smallest level that has the pixels that are shown, or the largest there is. Levels come largest first. */
export function levelFor<Level extends Size>(levels: readonly Level[], shownDevicePixels: number): Level {
  const fitting = levels.filter(({ width }) => width * STRETCH >= shownDevicePixels)
  return fitting.at(-1) ?? levels[0]!
}

/** `box` is where the picture lies in the space. */
export function visibleTiles(
  level: Size,
  tilePx: number,
  box: Point & Size,
  placement: Placement,
  pane: Size,
  pixelRatio: number,
): ShownTile[] {
  const columns = Math.ceil(level.width / tilePx)
  const rows = Math.ceil(level.height / tilePx)
  const levelPixelPx = (box.width * placement.scale) / level.width // CSS pixels per pixel of the level
  const origin = { x: placement.x + box.x * placement.scale, y: placement.y + box.y * placement.scale }
  const rimPx = RIM / pixelRatio
  const along = (originPx: number, lengthPx: number, count: number): [number, number] => {
    const step = tilePx * levelPixelPx
    const first = Math.max(0, Math.floor((-rimPx - originPx) / step))
    return [first, Math.min(count - 1, Math.floor((lengthPx + rimPx - originPx) / step))]
  }
  const [firstColumn, lastColumn] = along(origin.x, pane.width, columns)
  const [firstRow, lastRow] = along(origin.y, pane.height, rows)
  const tiles: ShownTile[] = []
  for (let row = firstRow; row <= lastRow; row++)
    for (let column = firstColumn; column <= lastColumn; column++)
      tiles.push({
        index: row * columns + column,
        left: (column * tilePx) / level.width,
        top: (row * tilePx) / level.height,
        width: Math.min(tilePx, level.width - column * tilePx) / level.width,
        height: Math.min(tilePx, level.height - row * tilePx) / level.height,
      })
  return tiles
}
