// Small pictures made by formula, for the tests beside this file: smooth shading, straight and slanted edges, fine texture.
import { photoIn } from '../analysis/photo-in-frame.ts'
import type { AnalysisInput, PictureAnalysis } from '../analysis/picture-analysis.ts'
import type { Planes, TilePlace } from '../image/planes.ts'
import { wholeOf } from '../image/rect.ts'
import { textureNoise } from '../operations/seeded-texture.ts'
import type { TileOperation } from '../operations/tile-operation.ts'

/** A scene with flat parts, edges in several directions, stripes and a little texture; values 0.1–0.9. */
export function scene(width: number, height: number): Planes {
  const r = new Float32Array(width * height)
  const g = new Float32Array(r.length)
  const b = new Float32Array(r.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const shade = 0.35 + (0.2 * x) / width + (0.1 * y) / height
      const roof = x + 0.6 * y > 0.7 * width ? 0.22 : 0
      const disc = Math.hypot(x - 0.3 * width, y - 0.4 * height) < 0.18 * width ? -0.2 : 0
      const stripes = y > 0.75 * height && x % 12 < 6 ? 0.15 : 0
      const grass = y < 0.25 * height && x < 0.4 * width ? 0.04 * Math.sin(x * 1.1) * Math.sin(y * 0.9) : 0
      const value = shade + roof + disc + stripes + grass
      r[i] = value + (disc ? 0.15 : 0)
      g[i] = value
      b[i] = value - 0.05 + (roof ? 0.05 : 0)
    }
  return { width, height, r, g, b }
}

/** Fine random structure of the given height around mid-grey. */
export function texture(width: number, height: number, amplitude: number): Planes {
  const grey = Float32Array.from({ length: width * height }, (_, i) => {
    const x = i % width
    return 0.5 + amplitude * textureNoise(5, x >> 1, ((i - x) / width) >> 1, 0)
  })
  return { width, height, r: grey, g: grey.slice(), b: grey.slice() }
}

export const wholePlace = ({ width, height }: Planes): TilePlace => ({
  x: 0,
  y: 0,
  pictureWidth: width,
  pictureHeight: height,
})

/** Seen whole, at full size. */
export const analysisInputOfPlanes = (planes: Planes): AnalysisInput => ({
  crops: [{ planes, place: wholePlace(planes) }],
  overview: planes,
  inFrame: photoIn(planes),
})

export const runAll = (operations: readonly TileOperation[], picture: Planes, place = wholePlace(picture)): Planes =>
  operations.reduce((planes, operation) => operation.run(planes, place), picture)

/** Largest difference of any channel over the part of the picture `margin` pixels away from the tile's inner edges. */
export function tileDifference(
  operation: TileOperation,
  picture: Planes,
  tile: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): number {
  const whole = operation.run(picture, wholePlace(picture))
  const part = operation.run(crop(picture, tile), { ...wholePlace(picture), x: tile.x, y: tile.y })
  const halo = operation.haloPx
  let largest = 0
  for (let y = halo; y < tile.height - halo; y++)
    for (let x = halo; x < tile.width - halo; x++)
      for (const channel of ['r', 'g', 'b'] as const) {
        const a = part[channel][y * tile.width + x]!
        const b = whole[channel][(tile.y + y) * picture.width + tile.x + x]!
        largest = Math.max(largest, Math.abs(a - b))
      }
  return largest
}

function crop(
  picture: Planes,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Planes {
  const cut = (samples: Float32Array) => {
    const out = new Float32Array(width * height)
    for (let row = 0; row < height; row++)
      out.set(samples.subarray((y + row) * picture.width + x, (y + row) * picture.width + x + width), row * width)
    return out
  }
  return { width, height, r: cut(picture.r), g: cut(picture.g), b: cut(picture.b) }
}

export function largestDifference(a: Planes, b: Planes): number {
  let largest = 0
  for (const channel of ['r', 'g', 'b'] as const)
    for (let i = 0; i < a.r.length; i++) largest = Math.max(largest, Math.abs(a[channel][i]! - b[channel][i]!))
  return largest
}

/** Mean squared step between neighbours in green: the measure of sharpness and of noise. */
export function gradientEnergy({ width, height, g }: Planes): number {
  let sum = 0
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width; x++) sum += (g[y * width + x]! - g[y * width + x - 1]!) ** 2
  return sum / (height * (width - 1))
}

export const meanOf = (samples: Float32Array): number => samples.reduce((a, b) => a + b, 0) / samples.length

/** Measurements of an imaginary picture without faults; tests set what they are about. */
export const analysisOf = (picture: Planes, faults: Partial<PictureAnalysis> = {}): PictureAnalysis => ({
  noiseSigma: 0.5,
  chromaNoiseSigma: 0.5,
  lumaNoiseByScale: [0.5, 0.25, 0.1],
  chromaNoiseByScale: [0.5, 0.25, 0.1],
  content: { textShare: 0, flatShare: 0, twoToneShare: 0, saturation: 0.5, tintSpread: 0.2 },
  blurSigma: 0,
  blurSigmaQuarter: 0,
  blurSigmaTenth: 0,
  whiteNoise: { luma: faults.noiseSigma ?? 0.5, chroma: faults.chromaNoiseSigma ?? 0.5 },
  lensBlur: { shape: 'disc', sizePx: 2 * (faults.blurSigma ?? 0), evidence: faults.blurSigma ? 1 : 0 },
  softPlaces: [
    { x: picture.width / 2, y: picture.height / 2, sigmaPx: faults.blurSigma ?? 0, trust: faults.blurSigma ? 1 : 0 },
  ],
  gradientFloor: { first: 0, second: 0 },
  jpegQuality: 100,
  motion: { angleRad: 0, lengthPx: 0, confidence: 0 },
  illuminant: [1, 1, 1],
  neutrals: { greyShare: 0, paperShare: 0 },
  tinting: 0,
  exposure: { low: 0.05, median: 0.46, bright: 0.8, high: 0.95, peak: 1, channelPeak: 1 },
  scratchFraction: 0,
  pureCells: { share: 0, specks: 0 },
  overview: picture,
  inFrame: wholeOf(faults.overview ?? picture),
  ...faults,
})
