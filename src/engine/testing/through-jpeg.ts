// A picture as it comes back from a JPEG file; for tests and benches.

import sharp from 'sharp'
import { cutTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { to8Bit } from './synthetic-damage.ts'

export async function throughJpeg(picture: Planes, quality: number): Promise<Planes> {
  const { width, height, r, g, b } = picture
  const data = Buffer.alloc(3 * width * height)
  for (let i = 0; i < r.length; i++) data.set([to8Bit(r[i]!), to8Bit(g[i]!), to8Bit(b[i]!)], 3 * i)
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
  const { colour } = await decodePicture(file)
  return cutTile(colour, { x: 0, y: 0, width, height })
}
