// Tile after tile on this thread, for the nets: the runtime has threads of its own, and one that is stopped in the middle takes the
// process down. Memory stays that of one tile.
import { freeMemory } from './free-memory.ts'
import type { Rect } from './tile-grid.ts'

export async function overTiles(
  tiles: readonly Rect[],
  work: (tile: Rect) => Promise<void> | void,
  onDone: (part: number) => void,
): Promise<void> {
  for (const [i, tile] of tiles.entries()) {
    await work(tile)
    freeMemory()
    onDone((i + 1) / tiles.length)
    // Lets messages and the parent's end through between tiles.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
