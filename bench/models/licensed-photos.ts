// The photographs of ../shared/data/train whose licence allows training, as training/photos.py chooses them, halved as there.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Raster } from '#engine/image/raster.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { resizeBicubic } from '#engine/testing/picture-quality.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDER = join(ROOT, '../shared/data/train')
/** Drawings and small pictures, which are no photographs of full size. */
const NO_PHOTO = /openclipart|wesaturate|text/

export function licensedPhotos(use: 'train' | 'held-out'): string[] {
  const lines = execFileSync('python3', [join(ROOT, 'training/photos.py'), FOLDER], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => line.split(/ {2}/))
    .filter(([, part, , name]) => part === use && name && !NO_PHOTO.test(name))
    .map(([, , , name]) => join(FOLDER, name!))
}

/** Half of the photograph's size, sides cut to a multiple of four. */
export async function halfPhoto(path: string): Promise<Raster> {
  const { colour } = await decodePicture(readFileSync(path))
  const side = (px: number) => Math.floor(px / 8) * 4
  return resizeBicubic(colour, { width: side(colour.width), height: side(colour.height) })
}
