// One float plane of a tile together with the place of its first sample in the picture (in the plane's own pixels).

export interface Plane {
  readonly width: number
  readonly height: number
  /** Picture coordinates of sample 0, so that grids do not depend on the tile. */
  readonly x: number
  readonly y: number
  readonly samples: Float32Array
}

/** The same frame with other samples. */
export const withSamples = (plane: Plane, samples: Float32Array): Plane => ({ ...plane, samples })
