// The stored PNG of a result → a smaller file (C-37 keeps the PNG as it is). libvips reads and writes row by row in its own
// threads. Measured with 50 megapixels (load 1 on 2 cores): JPEG 27 MB and 0.4 s, WebP 245 MB and 2.5 s, because its encoder
// wants the whole picture. Traps: optimised Huffman tables of JPEG take 615 MB for 3 % of the size, WebP effort 3 takes 15 s.
import { readFile } from 'node:fs/promises'
import type { EncodeRequest } from '../engine-types.ts'
import { sharpOfFile } from '../picture/safe-sharp.ts'

/** From here on colours keep their full resolution. */
const FULL_COLOUR_QUALITY = 90

/** Pixels, colour profile, EXIF and label stay as they are in the PNG, which carries what its run was allowed to keep. */
export async function encodeCopy({ sourcePath, targetPath, format, quality }: EncodeRequest): Promise<void> {
  const image = sharpOfFile(await readFile(sourcePath), { sequentialRead: true })
    .keepIccProfile()
    .keepExif()
    .keepXmp()
  const chromaSubsampling = quality >= FULL_COLOUR_QUALITY ? '4:4:4' : '4:2:0'
  const encoded =
    format === 'jpeg'
      ? image.flatten({ background: '#ffffff' }).jpeg({ quality, chromaSubsampling, optimiseCoding: false })
      : image.webp({ quality, effort: 2 })
  await encoded.toFile(targetPath)
}
