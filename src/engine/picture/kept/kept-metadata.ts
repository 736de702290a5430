// What a result takes over from the file that it was made of: when and with what it was taken, its density and profile, and the label of AI
// content; where it was taken only on its owner's word (decision 0090).
import type { Metadata } from 'sharp'
import type { KeepRequest, KeptFacts } from '../../engine-types.ts'
import { isDisplayP3, isSrgb } from '../colour-profile.ts'
import { findLabel, labelOf, xmpOf, xmpWith } from './ai-label.ts'
import { type ExifBlock, type ExifEntry, readExif, writeExif } from './exif-block.ts'

export interface KeptMetadata {
  /** A Display P3 profile: the only one that survives decoding (engine study §3.6). */
  readonly profile: Buffer | undefined
  readonly exif: Buffer | undefined
  readonly dpi: number | undefined
  readonly xmp: string | undefined
  readonly facts: KeptFacts
}

const MAKE = 0x010f
const MODEL = 0x0110
const DATE_TIME = 0x0132
const TAKEN_AT = 0x9003
/** Camera, software's date, author's rights. */
const IMAGE_TAGS = new Set([MAKE, MODEL, DATE_TIME, 0x8298])
/** Exposure, aperture, sensitivity, dates with their zones and fractions, flash, focal lengths, lens. No serial numbers, no owner. */
const PHOTO_TAGS = new Set([
  0x829a,
  0x829d,
  0x8827,
  TAKEN_AT,
  0x9004,
  0x9010,
  0x9011,
  0x9012,
  0x9204,
  0x9209,
  0x920a,
  0x9291,
  0x9292,
  0xa405,
  0xa433,
  0xa434,
])
/** Decoders say 72 (JPEG) or 25 (libvips' PNG) where a file says nothing. */
const NO_DENSITY_UP_TO = 72
const LARGEST_DPI = 9600

export function keptMetadataOf(metadata: Metadata | undefined, request: KeepRequest): KeptMetadata {
  const source = readExif(metadata?.exif)
  const exif = source && kept(source, request.keepsPosition === true)
  const found = findLabel(metadata, source)
  const icc = metadata?.icc
  const { label } = request
  const dpi = densityOf(metadata)
  const isP3 = isDisplayP3(icc)
  return {
    profile: isP3 ? icc : undefined,
    exif: exif && writeExif(exif),
    dpi,
    xmp: label && xmpWith(labelOf(found, label), xmpOf(metadata)),
    facts: {
      ...(source && describe(source)),
      ...(dpi !== undefined && { dpi }),
      profile: isP3 ? 'display-p3' : isSrgb(icc) ? 'srgb' : 'converted',
      position: !source || source.position.length === 0 ? 'none' : request.keepsPosition ? 'kept' : 'removed',
      label: label ? (found ? 'preserved' : 'written') : 'none',
      isMarked: label?.isVisible === true,
    },
  }
}

const kept = ({ isLittle, image, photo, position }: ExifBlock, keepsPosition: boolean): ExifBlock => ({
  isLittle,
  image: image.filter(({ tag }) => IMAGE_TAGS.has(tag)),
  photo: photo.filter(({ tag }) => PHOTO_TAGS.has(tag)),
  position: keepsPosition ? position : [],
})

function densityOf(metadata: Metadata | undefined): number | undefined {
  const dpi = Math.round(metadata?.density ?? 0)
  return dpi > NO_DENSITY_UP_TO && dpi <= LARGEST_DPI ? dpi : undefined
}

function describe({ image, photo }: ExifBlock): Pick<KeptFacts, 'takenAt' | 'camera'> {
  const takenAt = textOf(photo, TAKEN_AT)?.replace(/^(\d{4}):(\d\d):/, '$1-$2-')
  const [make, model] = [textOf(image, MAKE), textOf(image, MODEL)]
  // Most makers repeat their name in front of the model.
  const camera =
    make && model && !model.toLowerCase().startsWith(make.toLowerCase()) ? `${make} ${model}` : (model ?? make)
  return { ...(takenAt && { takenAt }), ...(camera && { camera }) }
}

const DESCRIBED_MAX_CHARACTERS = 80
function textOf(entries: readonly ExifEntry[], wanted: number): string | undefined {
  const value = entries.find(({ tag }) => tag === wanted)?.value.toString('utf8')
  return (
    value
      ?.replace(/[\p{Cc}\ufffd]/gu, '')
      .trim()
      .slice(0, DESCRIBED_MAX_CHARACTERS) || undefined
  )
}
