// The tiles that a pane needs, over the light version of the picture, which shows through until they are decoded.
import { memo } from 'react'
import type { PictureTiles } from '../../contract.ts'
import type { Placement, Point, Size } from './compare-geometry.ts'
import { levelFor, type ShownTile, visibleTiles } from './visible-tiles.ts'

interface CompareTilesProps {
  readonly levels: PictureTiles['levels']
  readonly tilePx: number
  readonly box: Point & Size
  readonly placement: Placement
  readonly pane: Size
  readonly pixelRatio: number
  readonly onFail: () => void
}

export function CompareTiles({ levels, tilePx, box, placement, pane, pixelRatio, onFail }: CompareTilesProps) {
  const level = levelFor(levels, box.width * placement.scale * pixelRatio)
  return visibleTiles(level, tilePx, box, placement, pane, pixelRatio).map((tile) => {
    const address = level.addresses[tile.index]
    return address && <Tile key={address} address={address} tile={tile} onFail={onFail} />
  })
}

interface TileProps {
  readonly address: string
  readonly tile: ShownTile
  readonly onFail: () => void
}

const part = (value: number): string => `${value * 100}%`

const Tile = memo(
  ({ address, tile, onFail }: TileProps) => (
    <img
      src={address}
      alt=""
      draggable={false}
      decoding="async"
      data-tile
      onError={(event) => {
        event.currentTarget.hidden = true // no sign of a broken picture over the one that is there
        onFail()
      }}
      style={{ left: part(tile.left), top: part(tile.top), width: part(tile.width), height: part(tile.height) }}
    />
  ),
  (a, b) => a.address === b.address, // the same address is the same place
)
