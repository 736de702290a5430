// A page of writing without a font: signs of straight strokes, drawn the same everywhere.
import { createRaster, type Raster } from '../image/raster.ts'

const PAPER = 238
const INK = 30
/** Ends of strokes inside a square of 10 × 10: seven signs of three to five strokes. */
const SIGNS = [
  [
    [1, 1, 9, 1],
    [5, 1, 5, 9],
    [1, 5, 9, 5],
    [2, 9, 8, 9],
  ],
  [
    [1, 9, 5, 1],
    [5, 1, 9, 9],
    [3, 6, 7, 6],
  ],
  [
    [1, 1, 1, 9],
    [1, 1, 8, 1],
    [8, 1, 8, 9],
    [1, 5, 8, 5],
    [1, 9, 8, 9],
  ],
  [
    [1, 3, 9, 3],
    [3, 1, 3, 9],
    [7, 1, 7, 9],
    [1, 7, 9, 7],
  ],
  [
    [5, 0, 5, 10],
    [1, 3, 9, 7],
    [9, 3, 1, 7],
  ],
  [
    [2, 1, 2, 9],
    [2, 1, 8, 4],
    [8, 4, 2, 5],
    [4, 5, 9, 9],
  ],
  [
    [1, 2, 9, 2],
    [1, 5, 9, 5],
    [1, 8, 9, 8],
    [5, 2, 5, 8],
  ],
] as const

export function blankPaper(width: number, height: number): Raster {
  const paper = createRaster(width, height, 3, 8)
  paper.data.fill(PAPER)
  return paper
}

/** Strokes of about two pixels over `ground`, which has at least 256 × 192 pixels. */
export function lettersOn(ground: Raster): Raster {
  const page = { ...ground, data: ground.data.slice() }
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 8; column++) {
      const sign = SIGNS[(row * 3 + column * 5) % SIGNS.length]!
      for (const stroke of sign) drawStroke(page, 10 + column * 31, 9 + row * 31, stroke)
    }
  return page
}

function drawStroke({ data, width, channels }: Raster, left: number, top: number, stroke: readonly number[]) {
  const [x0, y0, x1, y1] = stroke.map((value) => 2.3 * value) as [number, number, number, number]
  const length = Math.hypot(x1 - x0, y1 - y0)
  for (let y = -2; y < 27; y++)
    for (let x = -2; x < 27; x++) {
      const along = Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length ** 2))
      const distance = Math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))
      const cover = Math.min(1, Math.max(0, 1.6 - distance))
      for (let c = 0; c < channels; c++) {
        const i = ((top + y) * width + left + x) * channels + c
        data[i] = Math.round(data[i]! + cover * (INK - data[i]!))
      }
    }
}
