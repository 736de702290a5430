// The blur measured at some places of the picture (analysis/soft-places.ts), interpolated for every pixel of a tile: between places it changes
// smoothly, by their distance. Built from cells on the picture's grid, so tiles agree.
import { BLUR_CELL_PX } from '../analysis/blur-cells.ts'
import type { SoftPlace } from '../analysis/soft-places.ts'
import type { Plane } from '../image/plane.ts'
import { growCells } from './blur-map.ts'

export interface PlaceMap {
  /** 0–1 per pixel. */
  readonly trust: Float32Array
  /** σ of the blur in pixels, per pixel; counts where there is trust. */
  readonly sigma: Float32Array
}

/** Each place has full weight within this many pixels, half of a measured piece; beyond, weight falls with distance. */
const OWN_REACH_PX = 96
/** Cells around a tile from which its edge pixels are drawn. */
const AROUND_CELLS = 1

export function placeMap(plane: Plane, places: readonly SoftPlace[]): PlaceMap {
  const x = Math.floor(plane.x / BLUR_CELL_PX) - AROUND_CELLS
  const y = Math.floor(plane.y / BLUR_CELL_PX) - AROUND_CELLS
  const width = Math.floor((plane.x + plane.width - 1) / BLUR_CELL_PX) + AROUND_CELLS - x + 1
  const height = Math.floor((plane.y + plane.height - 1) / BLUR_CELL_PX) + AROUND_CELLS - y + 1
  const trust = new Float32Array(width * height)
  const sigma = new Float32Array(width * height)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = readAt(places, BLUR_CELL_PX * (x + column + 0.5), BLUR_CELL_PX * (y + row + 0.5))
      trust[row * width + column] = at.trust
      sigma[row * width + column] = at.sigma
    }
  const grow = (values: Float32Array) => growCells(plane, { width, height, x, y, values })
  return { trust: grow(trust), sigma: grow(sigma) }
}

function readAt(places: readonly SoftPlace[], x: number, y: number) {
  let [all, trusted, sigmas] = [0, 0, 0]
  for (const place of places) {
    const squared = ((x - place.x) ** 2 + (y - place.y) ** 2) / OWN_REACH_PX ** 2
    const near = 1 / (1 + squared) ** 3
    all += near
    trusted += near * place.trust
    sigmas += near * place.trust * place.sigmaPx
  }
  return { trust: all > 0 ? trusted / all : 0, sigma: trusted > 0 ? sigmas / trusted : 0 }
}
