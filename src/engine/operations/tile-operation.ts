// How the engine's pixel work is cut: operations see float tiles with a halo, the runner owns tiles, memory, progress and cancel.
// Memory stays bounded by tiles, and a tile's result depends on its surroundings only within the halo (engine study §2.3, §3.6).
import type { EngineStage } from '../engine-types.ts'
import type { Planes, TilePlace } from '../image/planes.ts'

/** A ×1 operation with bounded support. Pure: the same tile, place and settings give the same values. */
export interface TileOperation {
  readonly stage: EngineStage
  /** Pixels of surroundings that a correct value needs on every side. */
  readonly haloPx: number
  /** Predicted CPU seconds per megapixel, used to weight progress. */
  readonly costPerMegapixel: number
  /** Same size as the input; values nearer than `haloPx` to the tile's edge are discarded by the runner. */
  run(tile: Planes, place: TilePlace): Planes
}
