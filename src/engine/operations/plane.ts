// One float plane of a tile together with the place of its first sample in the picture (in the plane's own pixels).

export interface Plane {
  readonly width: number
  readonly height: number
  /** Picture coordinates of sample 0, so that grids do not depend on the tile. */
  readonly x: number
  readonly y: number
  readonly samples: Float32Array
}

/** The plane without `by` samples on every side. */
export function trimPlane(plane: Plane, by: number): Plane {
  const { x, y } = plane
  const [width, height] = [plane.width - 2 * by, plane.height - 2 * by]
  const samples = new Float32Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (row + by) * plane.width + by
    samples.set(plane.samples.subarray(from, from + width), row * width)
  }
  return { width, height, x: x + by, y: y + by, samples }
}

/** The same frame with other samples. */
export const withSamples = (plane: Plane, samples: Float32Array): Plane => ({ ...plane, samples })
