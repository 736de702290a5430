// The same crop of several pictures at 100 %, side by side with their names.
import sharp, { type OverlayOptions } from 'sharp'
import type { Raster } from '#engine/image/raster.ts'

const PER_ROW = 4
const LABEL_PX = 18

export interface Shown {
  readonly label: string
  readonly picture: Raster
}

export interface Crop {
  readonly left: number
  readonly top: number
  readonly sidePx: number
}

/** The ending of `file` chooses the format. */
export async function writeStrip(file: string, crop: Crop, shown: readonly Shown[]): Promise<void> {
  const tiles = await Promise.all(shown.map((one, i) => tileOf(one, i, crop)))
  const size = {
    width: Math.min(PER_ROW, shown.length) * crop.sidePx,
    height: Math.ceil(shown.length / PER_ROW) * (crop.sidePx + LABEL_PX),
  }
  const strip = sharp({ create: { ...size, channels: 3, background: '#ffffff' } }).composite(tiles.flat())
  await (file.endsWith('.webp') ? strip.webp({ quality: 84, effort: 6 }) : strip).toFile(file)
}

async function tileOf({ label, picture }: Shown, i: number, { left, top, sidePx }: Crop): Promise<OverlayOptions[]> {
  const { data, width, height, channels } = picture
  const tile = await sharp(data, { raw: { width, height, channels } })
    .extract({ left, top, width: Math.min(sidePx, width - left), height: Math.min(sidePx, height - top) })
    .png()
    .toBuffer()
  const note = `<svg width="${sidePx}" height="${LABEL_PX}"><rect width="100%" height="100%"/><text x="4" y="14" font-size="13" font-family="sans-serif" fill="#fff">${label}</text></svg>`
  const [x, y] = [(i % PER_ROW) * sidePx, Math.floor(i / PER_ROW) * (sidePx + LABEL_PX)]
  return [
    { input: Buffer.from(note), left: x, top: y },
    { input: tile, left: x, top: y + LABEL_PX },
  ]
}
