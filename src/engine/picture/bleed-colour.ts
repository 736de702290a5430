// Gives invisible pixels the colour of their visible neighbours, so that resampling never mixes hidden black into an edge
// (engine study §3.6: 8 pixels under transparent areas).
import type { Raster } from '../image/raster.ts'

const BLEED_PX = 8

/** Changes `colour` in place, only where `alpha` is 0. */
export function bleedColour(colour: Raster, alpha: Raster): void {
  const { width, height } = colour
  const known = new Uint8Array(width * height)
  let hidden = 0
  for (let i = 0; i < known.length; i++) {
    if (alpha.data[i]! > 0) known[i] = 1
    else hidden++
  }
  if (hidden === 0 || hidden === known.length) return
  for (let ring = 1; ring <= BLEED_PX; ring++) {
    const grown = growOnce(colour, known, height)
    if (grown.length === 0) return
    for (const i of grown) known[i] = 1
  }
}

function growOnce(colour: Raster, known: Uint8Array, height: number): number[] {
  const { width } = colour
  const grown: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!known[i] && takeMean(colour, known, x, y)) grown.push(i)
    }
  }
  return grown
}

/** Writes the mean of the known 8-neighbours; false when there is none. */
function takeMean({ width, height, channels, data }: Raster, known: Uint8Array, x: number, y: number): boolean {
  let count = 0
  let s0 = 0
  let s1 = 0
  let s2 = 0
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const j = v * width + u
      if (!known[j]) continue
      count++
      s0 += data[j * channels]!
      if (channels === 3) {
        s1 += data[j * 3 + 1]!
        s2 += data[j * 3 + 2]!
      }
    }
  }
  if (count === 0) return false
  const to = (y * width + x) * channels
  data[to] = Math.round(s0 / count)
  if (channels === 3) {
    data[to + 1] = Math.round(s1 / count)
    data[to + 2] = Math.round(s2 / count)
  }
  return true
}
