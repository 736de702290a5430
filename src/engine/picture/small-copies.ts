// The copies that browsers show beside every stored picture: the thumbnail of the documents (document 1 §9, document 2 §7:
// 200x200, quality 0.8) and a view for the screen. Both are new files: upright, sRGB, without EXIF or position; of a result's own metadata the view
// keeps the label of AI content.
import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { ImageFacts, ViewRequest } from '../engine-types.ts'

export interface CopiesRequest extends ViewRequest {
  readonly thumbnailPath: string
  readonly thumbnailSidePx: number
  readonly thumbnailQuality: number
  /** The label of a result, which people may save from the screen; absent for uploads. */
  readonly xmp?: string | undefined
}

/** Visually lossless at 100 %: users judge the result by this copy. */
const VIEW_QUALITY = 92

/** Writes both files. `image` must be upright; it is read twice. */
export async function writeCopies(
  image: Sharp,
  hasAlpha: boolean,
  request: CopiesRequest,
): Promise<ImageFacts['viewMimeType']> {
  const { viewPath, viewMaxSidePx, thumbnailPath, thumbnailSidePx, thumbnailQuality, xmp } = request
  const fitted = fitInside(image, viewMaxSidePx)
  const view = xmp ? fitted.withXmp(xmp) : fitted
  const encoded = hasAlpha
    ? view.png({ compressionLevel: 6 })
    : view.jpeg({ quality: VIEW_QUALITY, chromaSubsampling: '4:4:4' })
  await writeFile(viewPath, await encoded.toBuffer())
  const thumbnail = fitInside(image, thumbnailSidePx)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: Math.round(thumbnailQuality * 100) })
  await writeFile(thumbnailPath, await thumbnail.toBuffer())
  return hasAlpha ? 'image/png' : 'image/jpeg'
}

/** Never enlarged. */
const fitInside = (image: Sharp, sidePx: number): Sharp =>
  image.clone().resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
