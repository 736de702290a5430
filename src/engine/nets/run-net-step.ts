// A net's step over a whole picture. The tiles' size never shows in the result.
import type { EnlargePlanes, NetStep } from '../enlarge/enlarge-steps.ts'
import { pastePlane } from '../resample/stored-plane.ts'
import { overTiles } from '../tiles/over-tiles.ts'
import { type Rect, tileGrid } from '../tiles/tile-grid.ts'
import { enlargeByNet } from './enlarge-by-net.ts'
import type { EnlargeNet } from './enlarge-net.ts'

/** Of the result. Larger tiles cost no less time per pixel and much more memory (engine study §2.3). */
const TILE_PX = 512

/** Fills `planes.between` (net-between) or `planes.to` (net). */
export async function runNetStep(
  net: EnlargeNet,
  step: NetStep,
  { sourceLuma, between, to }: EnlargePlanes,
  onDone: (part: number) => void,
  tilePx: number = TILE_PX,
): Promise<void> {
  const target = step === 'net-between' ? between! : to
  const plane = step === 'net' && between ? between : sourceLuma
  const enlarge = async (tile: Rect) => pastePlane(target, await enlargeByNet(net, plane, target, tile), tile)
  await overTiles(tileGrid(target.width, target.height, tilePx), enlarge, onDone)
}
