// A clean picture full of fine strokes, as fur, grass and cloth are: what it has in its finest frequencies is taken for noise by a measurement.
import { createRaster, type Raster } from '../image/raster.ts'
import { seededStream } from './synthetic-damage.ts'

const STROKES_PER_PX = 0.06
const LENGTH_PX = 5
const LEVELS = 34

/** Strokes lie in all directions over a soft shade. */
export function wovenPicture(width: number, height: number): Raster {
  const raster = createRaster(width, height, 3, 8)
  const random = seededStream(11)
  const shade = Float32Array.from({ length: width * height }, (_, i) => 90 + (60 * (i % width)) / width)
  for (let n = 0; n < STROKES_PER_PX * width * height; n++) {
    const [x, y, angle, tone] = [random() * width, random() * height, random() * Math.PI, LEVELS * (random() - 0.5)]
    for (let step = 0; step < LENGTH_PX; step++) {
      const [at, down] = [Math.round(x + step * Math.cos(angle)), Math.round(y + step * Math.sin(angle))]
      if (at >= 0 && down >= 0 && at < width && down < height) shade[down * width + at]! += tone
    }
  }
  for (let i = 0; i < shade.length; i++)
    raster.data.fill(Math.round(Math.max(0, Math.min(255, shade[i]!))), 3 * i, 3 * i + 3)
  return raster
}

/** Its red and its blue strokes lie differently, as in cloth of two yarns. */
export function twoYarns(width: number, height: number): Raster {
  const cloth = wovenPicture(width, height)
  const turned = cloth.data.slice().reverse()
  for (let i = 0; i < cloth.data.length; i += 3) {
    cloth.data[i + 1] = (cloth.data[i]! + turned[i]!) / 2
    cloth.data[i + 2] = turned[i]!
  }
  return cloth
}

/** Dots in rows, which grow from left to right: print, or threads of a cloth. */
export function printScreen(width: number, height: number, periodPx: number): Raster {
  const raster = createRaster(width, height, 3, 8)
  const turn = (2 * Math.PI) / periodPx
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const dot = (Math.cos(turn * x) + Math.cos(turn * y)) / 2 - (2 * x) / width + 1
    raster.data.fill(Math.round(130 + 100 * Math.tanh(3 * dot)), 3 * i, 3 * i + 3)
  }
  return raster
}
