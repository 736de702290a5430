// What a plan does to a few samples of a picture, by its classical steps and without a net: cheap, and the same for a run, for a preview of one spot of
// it, and for any number of threads. Nets and enlarging stay out: nets correct what the steps did towards the truth, and shrinking what was
// enlarged gives back what the steps before it made, within 50 dB (nets/blend.test.ts, tools/plan-with-net.test.ts).
import type { AnalysisCrop } from '../analysis/picture-analysis.ts'
import type { BeforeAfter } from '../analysis/residual.ts'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import type { Planes } from '../image/planes.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import type { FilterStep } from '../tools/filter-step.ts'
import { operationsPass, type Plan } from '../tools/plan.ts'
import { runTile } from './run-tile.ts'

/** Four pieces of this side: 0.1 CPU seconds for the most expensive steps, whatever the size of the picture. */
const SAMPLE_PX = 160
const SAMPLE_COUNT = 4

/** A piece of the picture, and where it lies. */
export interface Sample extends Raster {
  readonly at: { readonly x: number; readonly y: number }
}

/** Evenly spread over the crops that were measured: from the middle of each, or where there are few, from its four corners. */
export function samplesOf(crops: readonly AnalysisCrop[]): Sample[] {
  const parts = crops.length < SAMPLE_COUNT ? CORNERS : MIDDLE
  const places = crops.flatMap((crop) => parts.map(([right, down]) => ({ ...crop, right, down })))
  const count = Math.min(SAMPLE_COUNT, places.length)
  return Array.from({ length: count }, (_, i) => {
    const { planes, place, right, down } = places[Math.floor(((i + 0.5) * places.length) / count)]!
    const [width, height] = [Math.min(SAMPLE_PX, planes.width), Math.min(SAMPLE_PX, planes.height)]
    const x = onGrid(right * (planes.width - width), place.x)
    const y = onGrid(down * (planes.height - height), place.y)
    return { ...rasterOf(planes, { x, y, width, height }), at: { x: place.x + x, y: place.y + y } }
  })
}

/** A block of JPEG begins where a sample begins: blocks of one are not alike, and cut across they look like strokes. */
const JPEG_BLOCK_PX = 8
const onGrid = (at: number, origin: number): number =>
  Math.max(0, JPEG_BLOCK_PX * Math.floor((origin + at) / JPEG_BLOCK_PX) - origin)

/** Part of the room that is left and above. */
const MIDDLE = [[0.5, 0.5]] as const
const CORNERS = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
] as const

export function rasterOf(planes: Planes, rect: ReturnType<typeof wholeOf> = wholeOf(planes)): Raster {
  const raster = createRaster(rect.width, rect.height, 3, 16)
  const at = { x: -rect.x, y: -rect.y, width: planes.width, height: planes.height }
  pasteTile(raster, planes, at, wholeOf(rect))
  return raster
}

/** The steps that a plan does at the picture's own size before anything else; `only`: those that are asked about. */
export function stepsBefore({ passes }: Plan, only: (step: FilterStep) => boolean = () => true): FilterStep[] {
  const steps: FilterStep[] = []
  for (const pass of passes) {
    if (pass.kind === 'shrink' || pass.kind === 'enlarge') break
    steps.push(...pass.steps.filter(only))
  }
  return steps
}

export function tried(steps: readonly FilterStep[], sample: Raster & Partial<Sample>): BeforeAfter {
  const whole = wholeOf(sample)
  const before = cutTile(sample, whole)
  if (steps.length === 0) return { before, after: before }
  const target = createRaster(sample.width, sample.height, 3, 16)
  runTile(operationsPass(...steps.map((step) => inSample(step, sample.at))), {
    passIndex: 0,
    source: sample,
    target,
    tile: whole,
  })
  return { before, after: cutTile(target, whole) }
}

/** A sample begins at 0, wherever it was cut: the positions in a step's settings are shifted accordingly. */
function inSample(step: FilterStep, at: Sample['at'] | undefined): FilterStep {
  if (!at || step.filter !== 'deblurByMap' || !step.settings.places) return step
  const places = step.settings.places.map((place) => ({ ...place, x: place.x - at.x, y: place.y - at.y }))
  return { ...step, settings: { ...step.settings, places } }
}
