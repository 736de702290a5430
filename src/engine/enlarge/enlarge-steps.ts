// The classical enlarger in steps over the whole luma plane, each computed tile by tile from the finished step before:
//   start    Lanczos
//   project  iterative back-projection (Irani and Peleg 1991): what is lost when the result is shrunk again is added
//   smooth   averaging along the edge direction of the structure tensor, where the direction is clear (removes stairs)
//   warp     grid warping (Arad and Gotsman 1999): samples move away from the middle of an edge, which makes it narrower
//   finish   the colours by Lanczos plus what the steps changed in luma
// With a net there are only: net-between (factors above 2: to twice the source's size), net, pack where a pack redraws, project where a net
// invents or is held to the source, smooth where a model asks for it, finish.
// Measured: the warping gives more than all the rest (Set5 ×2: Lanczos 34.3, back-projected 35.2, all 36.4 dB).
// Whole planes, because a chain of steps inside one tile would need a halo of 44 source pixels to be exact.

import type { Raster } from '../image/raster.ts'
import type { Size } from '../image/rect.ts'
import type { NetName } from '../nets/open-net.ts'
import { packCost } from '../packs/pack-offer.ts'
import { createStoredPlane, type StoredPlane, storedLuma } from '../resample/stored-plane.ts'
import type { EnlargeSettings } from './enlarge-settings.ts'

export type ClassicalStep = 'start' | 'project' | 'smooth' | 'warp' | 'finish'
export type NetStep = 'net-between' | 'net' | 'pack'
export type EnlargeStep = ClassicalStep | NetStep

/** Shared by all threads. A step reads `from` and writes `to`; the runner swaps them. */
export interface EnlargePlanes {
  readonly source: Raster
  readonly sourceLuma: StoredPlane
  readonly from: StoredPlane
  readonly to: StoredPlane
  /** Twice the source's size, for a net that works twice. Half of the result's would lose up to 0.9 dB just above ×2 (decision 0020). */
  readonly between?: StoredPlane | undefined
}

/** From this factor on edges are so wide that one more round pays (measured: Set5 ×4 +0.2 dB, ×2 −0.4 dB). */
const WIDE_FACTOR = 3

/** A net's surplus size is shrunk within its step. A doubling net runs twice where once is not enough. */
export const DOUBLING = 2
export const netFactorOf = (net: NetName): number => (net.startsWith('sr4') ? 4 : DOUBLING)

export function enlargeSteps(settings: EnlargeSettings, factor: number): EnlargeStep[] {
  const { net, pack } = settings
  if (!net) return classicalSteps(settings, factor)
  const between = factor > netFactorOf(net) ? (['net-between'] as const) : []
  const nets = [...(pack?.part === 1 ? [] : [...between, 'net' as const]), ...(pack ? (['pack'] as const) : [])]
  const project = settings.netInvents || settings.heldToSource ? (['project', 'project'] as const) : []
  const final = settings.finalSmoothing ? (['smooth'] as const) : []
  return [...nets, ...project, ...final, 'finish']
}

function classicalSteps(
  { rounds, smoothing, warping, finalSmoothing }: EnlargeSettings,
  factor: number,
): ClassicalStep[] {
  const round: ClassicalStep[] = [
    ...(smoothing > 0 ? (['smooth'] as const) : []),
    ...(warping > 0 ? (['warp'] as const) : []),
    'project',
  ]
  const count = rounds > 0 && factor > WIDE_FACTOR ? rounds + 1 : rounds
  const all = Array.from({ length: count }, () => round).flat()
  const settle: ClassicalStep[] = all.length > 0 ? ['project', ...(finalSmoothing ? (['smooth'] as const) : [])] : []
  return ['start', 'project', 'project', ...all, ...settle, 'finish']
}

export const isNetStep = (step: EnlargeStep): step is NetStep =>
  step === 'net' || step === 'net-between' || step === 'pack'

export function createEnlargePlanes(source: Raster, size: Size, steps: readonly EnlargeStep[]): EnlargePlanes {
  const sourceLuma = storedLuma(source)
  const to = createStoredPlane(size)
  // A net never reads its own output, so one plane of the result's size serves as both, unless a classical step follows it.
  const isOneEnough = steps.every((step) => step === 'net' || step === 'net-between' || step === 'finish')
  const planes = { source, sourceLuma, from: isOneEnough ? to : createStoredPlane(size), to }
  return steps.includes('net-between') ? { ...planes, between: createStoredPlane(doubled(source)) } : planes
}

/** Size of the plane that a step fills. */
export const planeSizeOf = (step: EnlargeStep, source: Size, size: Size): Size =>
  step === 'net-between' ? doubled(source) : size

/** What the net of a step shrinks its answer by, because it makes it larger than the plane. */
export function netShrinkOf(step: 'net' | 'net-between', net: NetName, source: Size, size: Size): number {
  const isSecond = step === 'net' && size.height > netFactorOf(net) * source.height
  const from = isSecond ? doubled(source) : source
  return planeSizeOf(step, source, size).height / (from.height * netFactorOf(net))
}

const doubled = ({ width, height }: Size): Size => ({ width: DOUBLING * width, height: DOUBLING * height })

/** CPU seconds per megapixel of the result, for the progress bar. `factor` is that of the pass. */
export const stepCost = (step: EnlargeStep, { pack }: EnlargeSettings, factor: number): number =>
  step === 'pack' && pack ? packCost(pack) / factor ** 2 : STEP_COST[step]

/** Measured (bench/engine-cost.ts). */
const STEP_COST: Readonly<Record<EnlargeStep, number>> = {
  start: 0.03,
  project: 0.02,
  smooth: 0.04,
  warp: 0.03,
  finish: 0.06,
  // Filled on a smaller plane; the shares are near enough for a progress bar.
  'net-between': 0.2,
  net: 0.3,
  pack: 0,
}
