// One tile of one step of the classical enlarger, and the colours of either.
import type { Raster } from '../picture/raster.ts'
import { pastePlane, resampleRect } from '../resample/stored-plane.ts'
import { pasteTile } from '../tiles/cut-tile.ts'
import type { Rect } from '../tiles/tile-grid.ts'
import type { EnlargeSettings } from './enlarge-settings.ts'
import type { ClassicalStep, EnlargePlanes } from './enlarge-steps.ts'
import { finishColours } from './finish-colours.ts'
import { narrowEdges } from './narrow-edges.ts'
import { projectBack } from './project-back.ts'
import { smoothAlongEdges } from './smooth-along-edges.ts'

/** Steps before the last write `planes.to`; the last writes `target`. */
export function runEnlargeStep(
  step: ClassicalStep,
  settings: EnlargeSettings,
  planes: EnlargePlanes,
  target: Raster,
  core: Rect,
): void {
  if (step === 'finish') {
    pasteTile(target, finishColours(planes, target, core, settings.allChannels), core, core)
    return
  }
  const { from, to, source, sourceLuma } = planes
  const factor = target.height / source.height
  if (step === 'start') pastePlane(to, resampleRect(sourceLuma, target, core, 'lanczos3'), core)
  else if (step === 'project') pastePlane(to, projectBack(from, sourceLuma, core, settings.fidelity), core)
  else if (step === 'smooth')
    pastePlane(to, smoothAlongEdges(from, core, settings.smoothingWindow * factor, settings.smoothing), core)
  else pastePlane(to, narrowEdges(from, core, factor, settings.narrowing), core)
}
