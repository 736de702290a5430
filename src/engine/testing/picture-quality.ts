// How near a picture is to the truth, on Y of BT.601 (16–235) as the literature measures it; and centred bicubic, its usual yardstick.

import { pasteTile } from '../image/cut-tile.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import type { Size } from '../image/rect.ts'
import { tileGrid } from '../image/tile-grid.ts'
import { resampleTile } from '../resample/resample-tile.ts'

const TILE_PX = 512

export function resizeBicubic(source: Raster, size: Size): Raster {
  const target = createRaster(size.width, size.height, source.channels, 8)
  for (const rect of tileGrid(size.width, size.height, TILE_PX)) {
    pasteTile(target, resampleTile(source, size, rect, 'bicubic'), rect, rect)
  }
  return target
}

/** In dB; `border` pixels of every side are left out. Rasters of 8 bits and equal size. */
export function psnrY(a: Raster, b: Raster, border: number): number {
  let sum = 0
  let count = 0
  for (let y = border; y < a.height - border; y++) {
    for (let x = border; x < a.width - border; x++) {
      const d = lumaAt(a, y * a.width + x) - lumaAt(b, y * a.width + x)
      sum += d * d
      count++
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}

const WINDOW = 8
const STRIDE = 4
const STEADY = [(0.01 * 255) ** 2, (0.03 * 255) ** 2] as const

/** Mean structural similarity over even windows of 8×8 pixels (Wang et al. 2004 with a box window). */
export function ssimY(a: Raster, b: Raster, border: number): number {
  let sum = 0
  let count = 0
  for (let y = border; y + WINDOW <= a.height - border; y += STRIDE) {
    for (let x = border; x + WINDOW <= a.width - border; x += STRIDE) {
      sum += windowSsim(a, b, x, y)
      count++
    }
  }
  return sum / count
}

function windowSsim(a: Raster, b: Raster, left: number, top: number): number {
  const n = WINDOW ** 2
  let sa = 0
  let sb = 0
  let saa = 0
  let sbb = 0
  let sab = 0
  for (let y = top; y < top + WINDOW; y++) {
    for (let x = left; x < left + WINDOW; x++) {
      const p = lumaAt(a, y * a.width + x)
      const q = lumaAt(b, y * b.width + x)
      sa += p
      sb += q
      saa += p * p
      sbb += q * q
      sab += p * q
    }
  }
  const ma = sa / n
  const mb = sb / n
  const brightness = (2 * ma * mb + STEADY[0]) / (ma * ma + mb * mb + STEADY[0])
  const structure = (2 * (sab / n - ma * mb) + STEADY[1]) / (saa / n - ma * ma + sbb / n - mb * mb + STEADY[1])
  return brightness * structure
}

function lumaAt({ data, channels }: Raster, i: number): number {
  const at = i * channels
  const [r, g, b] = channels === 3 ? [data[at]!, data[at + 1]!, data[at + 2]!] : [data[at]!, data[at]!, data[at]!]
  return 16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255
}
