// Which tiles a picture has, from its size alone: no list of them needs to be kept. The view file serves every smaller scale,
// so there are only the levels above it: full size, half of it, … down to the last one that is clearly larger.
import { VIEW_MAX_SIDE_PX } from '#rulebook/pictures/shown-pictures.ts'
import { tilesFolder } from '../storage-keys.ts'

/** 1024 and not 512: a quarter of the files to store, sign, fetch and remove, at the cost of at most a window's rim loaded unseen. */
export const TILE_PX = 1024

export interface TileFormat {
  readonly ending: 'jpeg' | 'webp'
  readonly mimeType: string
}
const JPEG: TileFormat = { ending: 'jpeg', mimeType: 'image/jpeg' }
/** Transparency needs another format; lossless, as its edges are what people look at. */
const WEBP: TileFormat = { ending: 'webp', mimeType: 'image/webp' }
export const tileFormat = (hasAlpha: boolean): TileFormat => (hasAlpha ? WEBP : JPEG)

/** A level that is hardly larger than the view file shows nothing more than that. */
const WORTHWHILE = 1.2

export interface TileLevel {
  readonly width: number
  readonly height: number
  /** Row after row from the upper left. */
  readonly tiles: readonly TilePlace[]
}
interface TilePlace {
  readonly column: number
  readonly row: number
}

/** Largest first; empty for a picture whose view file has its full size. */
export function tileLevels(width: number, height: number): TileLevel[] {
  const levels: TileLevel[] = []
  for (let divisor = 1; ; divisor *= 2) {
    const level = { width: Math.ceil(width / divisor), height: Math.ceil(height / divisor) }
    if (Math.max(level.width, level.height) <= VIEW_MAX_SIDE_PX * (divisor === 1 ? 1 : WORTHWHILE)) return levels
    levels.push({ ...level, tiles: placesOf(level.width, level.height) })
  }
}

function placesOf(width: number, height: number): TilePlace[] {
  const columns = Math.ceil(width / TILE_PX)
  return Array.from({ length: columns * Math.ceil(height / TILE_PX) }, (_, index) => ({
    column: index % columns,
    row: Math.floor(index / columns),
  }))
}

export const tileKey = (originalKey: string, levelIndex: number, { column, row }: TilePlace, ending: string): string =>
  `${tilesFolder(originalKey)}/${levelIndex}/${column}-${row}.${ending}`
