// Where in the picture a lens left a blur: the same reading of the spectrum as for the whole picture (lens-blur.ts), piece by piece. How soft edges
// look from place to place (blur-cells.ts) does not distinguish a fault from a hazy wall, a cheek or a sky; the shape of the spectrum does.
import type { Plane } from '../image/plane.ts'
import { ramp } from '../image/ramp.ts'
import { estimateLensBlur, type LensBlurEstimate, SIGMA_OF_RADIUS } from './lens-blur.ts'

export interface SoftPlace {
  /** Middle of the piece, in pixels of the picture. */
  readonly x: number
  readonly y: number
  /** σ of the Gaussian of equal width; 0 where no blur is trusted. */
  readonly sigmaPx: number
  /** 0–1 */
  readonly trust: number
}

/** 25 windows of the spectrum overlap in a piece of this side. */
const PIECE_PX = 192
/** Deviation of luma, in 8-bit levels, below which a piece counts as flat. */
const EVEN_LEVELS = 6
/**
 * Evidence of 98 pieces of 25 training photographs, halved: as they are 0.04 at the middle, 0.18 at 95 %, 0.29 at 99 %; blurred by σ 1.6 with 1 % noise
 * 0.31 at a quarter, 0.69 at the middle; σ 1 0.64 and 1.06; a disc of 3 px 0.35 and 0.72. Pieces of 128 px separate less well: 0.44 at 99 % as they are.
 */
const EVIDENCE = { none: 0.25, full: 0.5 } as const
const EVERY_SIZE = 2
/** Photographs are about 0.7 px soft by themselves. */
const LEAST_PX = 0.8

/** Soft places of crops, in pixels of the picture. */
export function findSoftPlaces(lumas: readonly Plane[]): SoftPlace[] {
  return lumas.flatMap(piecesOf).map((piece) => ({
    x: piece.x + piece.width / 2,
    y: piece.y + piece.height / 2,
    ...believed(isEven(piece) ? undefined : estimateLensBlur([piece], EVERY_SIZE)),
  }))
}

function believed(seen: LensBlurEstimate | undefined): Pick<SoftPlace, 'sigmaPx' | 'trust'> {
  const trust = ramp(seen?.evidence ?? 0, EVIDENCE.none, EVIDENCE.full)
  const sigmaPx = seen ? seen.sizePx * (seen.shape === 'disc' ? SIGMA_OF_RADIUS : 1) : 0
  return trust > 0 && sigmaPx >= LEAST_PX ? { sigmaPx, trust } : { sigmaPx: 0, trust: 0 }
}

/**
 * The widest blur that is tried, so wider ones read as this: a background far out of focus, as the photographer wanted it, and more than is
 * ever undone. Three such places made the mean of budgie-013, whose other places read as soft as any photograph, a blur of 2 px.
 */
const WIDEST_PX = 3

/** Share of the picture, 0–1, with a blur that can be undone, and the mean σ of that blur. */
export function softnessOf(places: readonly SoftPlace[]): { readonly softShare: number; readonly softSigma: number } {
  const spotBlur = places.filter(({ sigmaPx }) => sigmaPx < WIDEST_PX)
  const trust = spotBlur.reduce((sum, place) => sum + place.trust, 0)
  const sigma = spotBlur.reduce((sum, place) => sum + place.trust * place.sigmaPx, 0)
  return trust === 0 ? { softShare: 0, softSigma: 0 } : { softShare: trust / places.length, softSigma: sigma / trust }
}

/** Side by side, as large as whole numbers of them fit. */
function piecesOf(luma: Plane): Plane[] {
  const [across, down] = [luma.width, luma.height].map((size) => Math.max(1, Math.round(size / PIECE_PX)))
  const [width, height] = [Math.floor(luma.width / across!), Math.floor(luma.height / down!)]
  return Array.from({ length: across! * down! }, (_, i) => {
    const [left, top] = [(i % across!) * width, Math.floor(i / across!) * height]
    const samples = new Float32Array(width * height)
    for (let y = 0; y < height; y++)
      samples.set(
        luma.samples.subarray((top + y) * luma.width + left, (top + y) * luma.width + left + width),
        y * width,
      )
    return { x: luma.x + left, y: luma.y + top, width, height, samples }
  })
}

function isEven({ samples }: Plane): boolean {
  let [sum, square] = [0, 0]
  for (const value of samples) {
    sum += value
    square += value * value
  }
  return 255 * Math.sqrt(Math.max(0, square / samples.length - (sum / samples.length) ** 2)) < EVEN_LEVELS
}
