// Sharp undamaged photos for what must not be calibrated on the bench: training pictures, halved, a square of the middle.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { cutTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'

const FOLDER = join(import.meta.dirname, '../../../../shared/data/train')
const DRAWN = /text|openclipart/

/** False where ../shared/data is not beside the checkout. */
export const hasTrainingPhotos = (): boolean => existsSync(FOLDER)

/** Every `step`-th photo from number `first` on. */
export async function trainingPhotos(
  { first, step }: { readonly first: number; readonly step: number },
  sidePx: number,
): Promise<Planes[]> {
  const names = readdirSync(FOLDER).filter((name) => /\.(webp|png)$/.test(name) && !DRAWN.test(name))
  return Promise.all(
    names.filter((_, i) => i % step === first).map((name) => middleOf(sharp(readFileSync(join(FOLDER, name))), sidePx)),
  )
}

async function middleOf(photo: Sharp, sidePx: number): Promise<Planes> {
  const { width, height } = await photo.metadata()
  const half = { width: width >> 1, height: height >> 1 }
  const side = Math.min(sidePx, half.width, half.height)
  const data = await photo
    .resize(half.width, half.height, { kernel: 'lanczos3' })
    .extract({ left: (half.width - side) >> 1, top: (half.height - side) >> 1, width: side, height: side })
    .removeAlpha()
    .raw()
    .toBuffer()
  const raster = { width: side, height: side, channels: 3, bits: 8, data: new Uint8Array(data) } as const
  return cutTile(raster, { x: 0, y: 0, width: side, height: side })
}
