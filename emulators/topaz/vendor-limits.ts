// Ceilings, prices and durations (Topaz contract §1 "Megapixel ceilings", §10, §12 "Time").
import { type Generation, isGenerative, type VendorPath } from './vendor-models.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

export const megapixelsOf = ({ width, height }: Size): number => (width * height) / 1_000_000

export const MAX_SIDE = 32_000
/** §1: 500 MB per request. */
export const MAX_BODY_BYTES = 500 * 1024 * 1024
/** §1: sync calls. */
const SYNC_CEILING_MP = 96
/** §1 [INF] for the calls without size parameters. */
const ASSUMED_CEILING_MP = 512

export function outputCeilingMp(generation: Generation, path: VendorPath, model: string, isSync: boolean): number {
  if (isSync) return SYNC_CEILING_MP
  if (path === 'enhance') return generation === 'g3' ? 1024 : 512
  if (path === 'enhance-gen') return model === 'Wonder' ? 128 : model === 'Standard MAX' ? 384 : 256
  return path === 'sharpen-gen' || path === 'restore-gen' ? 256 : ASSUMED_CEILING_MP
}

export function inputCeilingMp(path: VendorPath, model: string): number {
  if (path === 'enhance-gen' && /^(Recovery|Standard MAX)/.test(model)) return 24
  if (path === 'enhance-gen' && model === 'Wonder') return 128
  return isGenerative(path) ? 256 : ASSUMED_CEILING_MP
}

/** §10, by output. */
const mpPerCredit = (path: VendorPath): number => (path === 'enhance-gen' ? 4 : path === 'sharpen-gen' ? 20 : 24)

export const creditsOf = (path: VendorPath, output: Size): number =>
  Math.max(1, Math.ceil(megapixelsOf(output) / mpPerCredit(path)))

/** §12 [INF]: seconds of the simulated work. */
export const durationOf = (path: VendorPath, output: Size): number =>
  isGenerative(path) ? 10 + 3 * megapixelsOf(output) : 3 + 0.4 * megapixelsOf(output)
