// Runs a plan in the test's own process, with any cut into tiles: `tileSidePx` larger than the picture is the whole at once.
import type { ParameterValues } from '#rulebook/tools/parameter.ts'
import { overviewOf } from '../analysis/analysis-input.ts'
import type { PictureAnalysis } from '../analysis/picture-analysis.ts'
import { createEnlargePlanes, enlargeSteps, isNetStep } from '../enlarge/enlarge-steps.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import { wholeOf } from '../image/rect.ts'
import { tileGrid } from '../image/tile-grid.ts'
import type { TileOperation } from '../operations/tile-operation.ts'
import { runTile, sizeAfter } from '../run/run-tile.ts'
import { operationsOf } from '../tools/filter-step.ts'
import { makePlan } from '../tools/make-plan.ts'
import type { Plan, PlanPass } from '../tools/plan.ts'

/** The lens blur that goes with the softness a test sets. */
export const lensBlurOf = (blurSigma: number) =>
  ({ shape: 'disc', sizePx: 2 * blurSigma, evidence: blurSigma > 0 ? 1 : 0 }) as const

/** Measurements of a clean, sharp picture; a test replaces what it is about. */
export function calmAnalysis(source: Raster, changes: Partial<PictureAnalysis> = {}): PictureAnalysis {
  const { overview = overviewOf(source) } = changes
  return {
    noiseSigma: 0,
    chromaNoiseSigma: 0,
    content: { textShare: 0, flatShare: 0, twoToneShare: 0, saturation: 0.5, tintSpread: 0.2 },
    blurSigma: 0,
    blurSigmaQuarter: 0,
    blurSigmaTenth: 0,
    whiteNoise: { luma: changes.noiseSigma ?? 0, chroma: changes.chromaNoiseSigma ?? 0 },
    lensBlur: lensBlurOf(changes.blurSigma ?? 0),
    softPlaces: [
      {
        x: source.width / 2,
        y: source.height / 2,
        sigmaPx: changes.blurSigma ?? 0,
        trust: changes.blurSigma ? 1 : 0,
      },
    ],
    gradientFloor: { first: 0, second: 0 },
    jpegQuality: 100,
    lumaNoiseByScale: [0, 0, 0],
    chromaNoiseByScale: [0, 0, 0],
    motion: { angleRad: 0, lengthPx: 0, confidence: 0 },
    illuminant: [1, 1, 1],
    neutrals: { greyShare: 0, paperShare: 0 },
    tinting: 0,
    exposure: { low: 0, median: 0.5, bright: 0.9, high: 1, peak: 1, channelPeak: 1 },
    scratchFraction: 0,
    pureCells: { share: 0, specks: 0 },
    inFrame: wholeOf(overview),
    ...changes,
    overview,
  }
}

export function planFor(
  source: Raster,
  modelKey: string,
  params: ParameterValues = {},
  changes: Partial<PictureAnalysis> = {},
): Plan {
  const picture = { width: source.width, height: source.height }
  return makePlan({
    modelKey,
    params,
    picture,
    analysis: calmAnalysis(source, changes),
    autoSeed: 7,
    tier: 'classical',
  })
}

/** The filters that a model of the same size would run without weights, in their order. */
export function plannedOperations(
  modelKey: string,
  params: ParameterValues,
  analysis: PictureAnalysis,
): TileOperation[] {
  const input = {
    modelKey,
    params,
    picture: { width: 1, height: 1 },
    analysis,
    autoSeed: 1,
    tier: 'classical',
  } as const
  return makePlan(input).passes.flatMap((pass) => (pass.kind === 'operations' ? operationsOf(pass.steps) : []))
}

export function runPlan(plan: Plan, source: Raster, tileSidePx: number, bits: 8 | 16 = 8): Raster {
  return plan.passes.reduce((raster, pass) => runWhole(pass, raster, tileSidePx, bits), source)
}

function runWhole(pass: PlanPass, source: Raster, tileSidePx: number, bits: 8 | 16): Raster {
  const { width, height } = sizeAfter(pass, source)
  const target = createRaster(width, height, source.channels, bits)
  const tiles = tileGrid(width, height, tileSidePx)
  if (pass.kind !== 'enlarge') {
    for (const tile of tiles) runTile(pass, { passIndex: 0, source, target, tile })
    return target
  }
  const steps = enlargeSteps(pass.settings, height / source.height)
  let planes = createEnlargePlanes(source, target, steps)
  for (const step of steps) {
    if (isNetStep(step)) throw new Error('plans with a net are run by runPass')
    for (const tile of tiles) runTile(pass, { passIndex: 0, source, target, tile, step, planes })
    planes = { ...planes, from: planes.to, to: planes.from }
  }
  return target
}

/** Mean squared central difference of the first channel: what sharpening raises. */
export function gradientEnergy({ data, width, height, channels }: Raster): number {
  let sum = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = (y * width + x) * channels
      sum +=
        (data[i + channels]! - data[i - channels]!) ** 2 +
        (data[i + width * channels]! - data[i - width * channels]!) ** 2
    }
  }
  return sum / (width * height)
}

export function meanDifference(a: Raster, b: Raster): number {
  let sum = 0
  for (let i = 0; i < a.data.length; i++) sum += Math.abs(a.data[i]! - b.data[i]!)
  return sum / a.data.length
}
