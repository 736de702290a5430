// Features of a region that separate damage from picture content: the net's confidence, its shape, and how it lies
// between its flanks, the sound pixels on both sides of it.
import { luminance } from '../image/colour-space.ts'
import { type Raster, sampleMax } from '../image/raster.ts'
import { LOGIT_STEPS } from './mask-from-logits.ts'

/** Each about 0 to 2, so that their weights can be compared. */
export interface RegionFeatures {
  /** Likelihood of the most certain pixel, and of all of them. */
  readonly peak: number
  readonly likelihood: number
  readonly area: number
  readonly length: number
  readonly width: number
  /** Brighter than its flanks (1) or darker (0). */
  readonly bright: number
  /** How far its tone is from the paper's white or from black. */
  readonly tone: number
  /** How much the flanks differ from each other: a board between a roof and a wall, an edge. */
  readonly flankGap: number
  /** Texture around it. */
  readonly texture: number
  /** Difference in saturation from its flanks: dust and scratches have no colour. */
  readonly moreColour: number
  readonly lessColour: number
}

export interface MeasuredRegion {
  readonly features: RegionFeatures
  /** Has a flank on both sides; what runs along the picture's border has none. */
  readonly isFlanked: boolean
  /** How much filling it changes the picture: square of what it differs from its flanks by (0–1), times its pixels. */
  readonly change: number
}

/** Most pixels sampled per region. */
const MOST_SAMPLES = 400
/** Flanks are searched this far away. */
const FLANK_PX = 16
const TEXTURE_PX = 6
/** Contrast below this does not make flanks look any more different. */
const LEAST_CONTRAST = 0.03
const MOST_COLOUR = 0.2
const MOST_AREA_PX = 256
/** Share of the pixels that need flanks. */
const LEAST_FLANKED = 0.5
const DIRECTIONS = Array.from(
  { length: 8 },
  (_, k) => [Math.cos((Math.PI * k) / 8), Math.sin((Math.PI * k) / 8)] as const,
)

/** `found` holds the net's answers, `covered` what of the picture no flank may lie in. */
export interface MaskedPicture {
  readonly source: Raster
  readonly found: Uint8Array
  readonly covered: Uint8Array
}

export function measureRegion(pixels: readonly number[], picture: MaskedPicture): MeasuredRegion {
  const { peak, mean } = likelihoodOf(pixels, picture.found)
  const { length, width } = shapeOf(pixels, picture.source.width)
  const sides = betweenFlanks(pixels, picture)
  const contrast = LEAST_CONTRAST + Math.max(0, sides.contrast)
  const colour = Math.min(MOST_COLOUR, Math.max(-MOST_COLOUR, sides.colour))
  const features = {
    peak: Math.min(10, peak) / 5,
    likelihood: Math.min(8, mean) / 5,
    area: Math.log2(Math.min(MOST_AREA_PX, pixels.length)) / 5,
    length: Math.log2(length) / 4,
    width: Math.min(6, width) / 3,
    bright: sides.bright,
    tone: 2 * (sides.bright > 0.5 ? 1 - sides.tone : sides.tone),
    flankGap: sides.gap / (sides.gap + contrast),
    texture: sides.texture / (sides.texture + contrast),
    moreColour: 10 * Math.max(0, colour),
    lessColour: 10 * Math.max(0, -colour),
  }
  return { features, isFlanked: sides.flanked >= LEAST_FLANKED, change: sides.change * pixels.length }
}

/** In logits. */
function likelihoodOf(pixels: readonly number[], found: Uint8Array) {
  let peak = 0
  let sum = 0
  for (const i of pixels) {
    peak = Math.max(peak, found[i]!)
    sum += found[i]!
  }
  return { peak: peak / LOGIT_STEPS, mean: sum / LOGIT_STEPS / pixels.length }
}

/** Length along the main axis of a rectangle of equal spread, and the width that gives its area. */
function shapeOf(pixels: readonly number[], pictureWidth: number) {
  const count = pixels.length
  const sum = { x: 0, y: 0, xx: 0, xy: 0, yy: 0 }
  const [x0, y0] = [pixels[0]! % pictureWidth, Math.floor(pixels[0]! / pictureWidth)]
  for (const i of pixels) {
    const x = (i % pictureWidth) - x0
    const y = Math.floor(i / pictureWidth) - y0
    sum.x += x
    sum.y += y
    sum.xx += x * x
    sum.xy += x * y
    sum.yy += y * y
  }
  const xx = sum.xx / count - (sum.x / count) ** 2
  const yy = sum.yy / count - (sum.y / count) ** 2
  const xy = sum.xy / count - (sum.x / count) * (sum.y / count)
  const spread = (xx + yy) / 2 + Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
  // A pixel has a size itself.
  const length = Math.sqrt(12 * spread + 1)
  return { length, width: count / length }
}

function betweenFlanks(pixels: readonly number[], picture: MaskedPicture) {
  const read = pixelReader(picture.source)
  const step = Math.max(1, Math.floor(pixels.length / MOST_SAMPLES))
  const sum = {
    contrast: 0,
    change: 0,
    gap: 0,
    bright: 0,
    tone: 0,
    colour: 0,
    sampled: 0,
    count: 0,
    texture: 0,
    textured: 0,
  }
  for (let k = 0; k < pixels.length; k += step) {
    const at = pixels[k]!
    if (k % (3 * step) === 0) addTexture(at, picture, read, sum)
    sum.sampled++
    const flanks = nearestFlanks(at, picture)
    if (!flanks) continue
    const [a, b] = flanks
    const [tone, toneA, toneB] = [read.luma(at), read.luma(a), read.luma(b)]
    const isBright = tone >= (toneA + toneB) / 2
    sum.count++
    sum.bright += isBright ? 1 : 0
    sum.contrast += isBright ? tone - Math.max(toneA, toneB) : Math.min(toneA, toneB) - tone
    sum.change += (tone - (toneA + toneB) / 2) ** 2
    sum.gap += Math.abs(toneA - toneB)
    sum.tone += tone
    sum.colour += read.colour(at) - (read.colour(a) + read.colour(b)) / 2
  }
  const count = Math.max(1, sum.count)
  return {
    flanked: sum.count / sum.sampled,
    contrast: sum.contrast / count,
    change: sum.change / count,
    gap: sum.gap / count,
    bright: sum.bright / count,
    tone: sum.tone / count,
    colour: sum.colour / count,
    texture: sum.texture / Math.max(1, sum.textured),
  }
}

/** The two sound pixels that lie opposite each other across the region where it is thinnest. */
function nearestFlanks(at: number, picture: MaskedPicture): readonly [number, number] | undefined {
  const { width } = picture.source
  const [x, y] = [at % width, Math.floor(at / width)]
  let nearest = Number.POSITIVE_INFINITY
  let flanks: readonly [number, number] | undefined
  for (const [dx, dy] of DIRECTIONS) {
    const one = flankAlong(picture, x, y, dx, dy)
    const other = one && flankAlong(picture, x, y, -dx, -dy)
    if (!other || one.distance + other.distance >= nearest) continue
    nearest = one.distance + other.distance
    flanks = [one.at, other.at]
  }
  return flanks
}

function flankAlong(
  { source: { width, height }, covered }: MaskedPicture,
  x: number,
  y: number,
  dx: number,
  dy: number,
) {
  for (let distance = 1; distance <= FLANK_PX; distance++) {
    const u = Math.round(x + distance * dx)
    const v = Math.round(y + distance * dy)
    if (u < 0 || v < 0 || u >= width || v >= height) return undefined
    if (!covered[v * width + u]) return { at: v * width + u, distance }
  }
  return undefined
}

type PixelReader = ReturnType<typeof pixelReader>

/** Differences between neighbours some pixels away from the region. */
function addTexture(
  at: number,
  { source: { width, height }, covered }: MaskedPicture,
  { luma }: PixelReader,
  sum: { texture: number; textured: number },
) {
  const [x, y] = [at % width, Math.floor(at / width)]
  for (const [dx, dy] of DIRECTIONS)
    for (const away of [-TEXTURE_PX, TEXTURE_PX]) {
      const [u, v] = [Math.round(x + away * dx), Math.round(y + away * dy)]
      if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) continue
      const i = v * width + u
      if (covered[i] || covered[i + 1] || covered[i + width]) continue
      sum.textured++
      sum.texture += Math.abs(luma(i) - luma(i + 1)) + Math.abs(luma(i) - luma(i + width))
    }
}

/** Luma and strength of colour of a pixel, 0–1; grey pictures have none. */
function pixelReader({ data, channels, bits }: Raster) {
  const max = sampleMax(bits)
  if (channels === 1) return { luma: (i: number) => data[i]! / max, colour: () => 0 }
  return {
    luma: (i: number) => luminance(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!) / max,
    colour: (i: number) => {
      const [r, g, b] = [data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!]
      return Math.hypot(r - b, g - (r + b) / 2) / max
    },
  }
}
