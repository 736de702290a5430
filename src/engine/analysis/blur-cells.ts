// How soft the picture is, place by place: gradient energy after two known smoothings, gathered in 8×8 cells on the
// picture's own grid. The wider the edges, the less the second smoothing removes (re-blur ratio, after Zhuo and Sim 2011).
import type { Plane } from '../image/plane.ts'
import { blurSeparable, gaussianTaps } from '../signal/separable.ts'

export const BLUR_CELL_PX = 8
const FIRST_PX = 1
/** Smaller than the usual 2.4: texture beside the edges then counts less (mean error 0.36 → 0.30 px, see analysis/blur.ts). */
const SECOND_PX = 1.7
const FIRST_TAPS = gaussianTaps(FIRST_PX)
const SECOND_TAPS = gaussianTaps(SECOND_PX)
/** Support of the wider smoothing and of the gradient. */
export const BLUR_CELLS_HALO_PX = (SECOND_TAPS.length >> 1) + 1 + BLUR_CELL_PX
/** Lens, pixel grid and the method's own bias on lone edges measure this soft; anything below counts as sharp. */
const SHARP_SIGMA_PX = 0.7
/** 2 for lone edges, 1 for 1/f² texture. Fitted together with the value above to photos blurred by σ 0–3, see analysis/blur.ts. */
const ENERGY_EXPONENT = 1.5
const SIGMA_MAX_PX = 8

export interface BlurCells {
  readonly width: number
  readonly height: number
  /** Cell coordinates of the first cell in the picture. */
  readonly x: number
  readonly y: number
  /** Pixels of the cell that lie in the plane and were counted. */
  readonly pixels: Float64Array
  /** Sum of squared gradients per cell after the first and second smoothing, noise included. */
  readonly first: Float64Array
  readonly second: Float64Array
}

/** Mean squared gradient per pixel that noise and compression leave after the two smoothings in flat areas. */
export interface GradientFloor {
  readonly first: number
  readonly second: number
}

/** Gradients of white noise; `noiseSigma` on the scale of the samples. */
export const whiteFloor = (noiseSigma: number): GradientFloor => ({
  first: noiseSigma ** 2 * noiseGradient(FIRST_TAPS),
  second: noiseSigma ** 2 * noiseGradient(SECOND_TAPS),
})

export function blurCells(plane: Plane): BlurCells {
  const x = Math.floor(plane.x / BLUR_CELL_PX)
  const y = Math.floor(plane.y / BLUR_CELL_PX)
  const width = Math.floor((plane.x + plane.width - 1) / BLUR_CELL_PX) - x + 1
  const height = Math.floor((plane.y + plane.height - 1) / BLUR_CELL_PX) - y + 1
  const pixels = new Float64Array(width * height)
  const gather = (taps: Float64Array, counted: Float64Array) => {
    const smooth = blurSeparable(plane.samples, plane.width, plane.height, taps)
    const cells = new Float64Array(width * height)
    counted.fill(0)
    addGradients(plane, smooth, { x, y, width }, cells, counted)
    return cells
  }
  return { width, height, x, y, pixels, first: gather(FIRST_TAPS, pixels), second: gather(SECOND_TAPS, pixels) }
}

function addGradients(
  plane: Plane,
  smooth: Float32Array,
  grid: { readonly x: number; readonly y: number; readonly width: number },
  cells: Float64Array,
  counted: Float64Array,
) {
  const { width, height } = plane
  for (let y = 1; y < height - 1; y++) {
    const row = (Math.floor((plane.y + y) / BLUR_CELL_PX) - grid.y) * grid.width - grid.x
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const dx = smooth[i + 1]! - smooth[i - 1]!
      const dy = smooth[i + width]! - smooth[i - width]!
      const cell = row + Math.floor((plane.x + x) / BLUR_CELL_PX)
      cells[cell]! += (dx * dx + dy * dy) / 4
      counted[cell]!++
    }
  }
}

/** Expected squared gradient of unit white noise after the smoothing. */
function noiseGradient(taps: Float64Array): number {
  let slope = 0
  let energy = 0
  for (let i = -1; i <= taps.length; i++) slope += (((taps[i + 1] ?? 0) - (taps[i - 1] ?? 0)) / 2) ** 2
  for (const tap of taps) energy += tap * tap
  return 2 * slope * energy
}

/** Gaussian-equivalent softness in pixels from the two energies; 0 = sharp. */
export function sigmaOfEnergies(first: number, second: number): number {
  // Noise alone: nothing is left of it after the second smoothing.
  if (second <= 0) return 0
  const ratio = (first / second) ** ENERGY_EXPONENT
  if (ratio <= 1.0001) return SIGMA_MAX_PX
  const squared = (SECOND_PX ** 2 - ratio * FIRST_PX ** 2) / (ratio - 1)
  return Math.min(SIGMA_MAX_PX, Math.sqrt(Math.max(0, squared - SHARP_SIGMA_PX ** 2)))
}
