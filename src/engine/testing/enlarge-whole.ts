// Enlarges a whole picture on this thread, by the classical steps or by a net, in tiles of any size; for tests and benches.
import type { EnlargeSettings } from '../enlarge/enlarge-settings.ts'
import { createEnlargePlanes, enlargeSteps, isNetStep } from '../enlarge/enlarge-steps.ts'
import { runEnlargeStep } from '../enlarge/run-enlarge-step.ts'
import { planesOfStep, runNetStep } from '../enlarge/run-net-step.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import type { Size } from '../image/rect.ts'
import { tileGrid } from '../image/tile-grid.ts'
import type { EnlargeNet } from '../nets/enlarge-net.ts'

const TILE_PX = 512

/** Settings with a net need `net`. 8 bits. */
export async function enlargeWhole(
  source: Raster,
  size: Size,
  settings: EnlargeSettings,
  net?: EnlargeNet,
  tilePx: number = TILE_PX,
): Promise<Raster> {
  const target = createRaster(size.width, size.height, source.channels, 8)
  if (settings.pack) throw new Error('packs run in whole models only')
  const steps = enlargeSteps(settings, size.height / source.height)
  let planes = createEnlargePlanes(source, size, steps)
  for (const step of steps) {
    const { width, height } = isNetStep(step) && step !== 'pack' ? planesOfStep(step, planes).target : size
    for (const rect of tileGrid(width, height, tilePx)) {
      if (step === 'net' || step === 'net-between') await runNetStep(net!, step, planes, rect)
      else if (step !== 'pack') runEnlargeStep(step, { settings, finishing: [] }, planes, target, rect)
    }
    planes = { ...planes, from: planes.to, to: planes.from }
  }
  return target
}
