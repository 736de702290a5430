// The quantisation steps that the common JPEG encoders use at a quality (ITU-T T.81 annex K, scaled as libjpeg does).

const LUMA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]
const CHROMA = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
]

export interface JpegSteps {
  /** 64 steps in 8-bit levels of the orthonormal transform, row-major (vertical frequency first). */
  readonly luma: Float64Array
  readonly chroma: Float64Array
}

/** `quality` 1–100. */
export function jpegSteps(quality: number): JpegSteps {
  const q = Math.min(100, Math.max(1, quality))
  const scale = q < 50 ? 5000 / q : 200 - 2 * q
  const scaled = (table: readonly number[]) =>
    Float64Array.from(table, (step) => Math.min(255, Math.max(1, Math.floor((step * scale + 50) / 100))))
  return { luma: scaled(LUMA), chroma: scaled(CHROMA) }
}
