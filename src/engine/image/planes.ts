// Float pixels of one tile, and where the tile lies.

/** Three planes of equal size, row-major, gamma-coded sRGB scaled to 0–1 (values may leave that range between operations). */
export interface Planes {
  readonly width: number
  readonly height: number
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
}

/** Where a tile lies in the whole picture: pixel (0,0) of the tile, halo included, and the size of the whole. */
export interface TilePlace {
  readonly x: number
  readonly y: number
  readonly pictureWidth: number
  readonly pictureHeight: number
}
