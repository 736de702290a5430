// Small pictures made by formula, for the engine's tests: edges, curves, fine texture, flat areas and a colour ramp.
import { createRaster, type Raster, sampleMax } from '../image/raster.ts'

/** The same picture for the same size; `bits` and `channels` only change how it is stored. */
export function syntheticRaster(width: number, height: number, channels: 1 | 3 = 3, bits: 8 | 16 = 8): Raster {
  const raster = createRaster(width, height, channels, bits)
  const max = sampleMax(bits)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++) raster.data[i++] = Math.round(max * valueAt(x, y, c, width, height))
    }
  }
  return raster
}

function valueAt(x: number, y: number, channel: number, width: number, height: number): number {
  const u = x / width
  const v = y / height
  if (u < 0.3) return 0.2 + 0.1 * channel + 0.5 * v
  const disc = Math.hypot(u - 0.65, (v - 0.4) * (height / width)) < 0.18
  if (disc) return [0.85, 0.7, 0.3][channel]!
  if (v > 0.75) return 0.5 + 0.12 * Math.sin(x * 1.3 + channel) * Math.cos(y * 0.9)
  return (Math.floor((x + y) / 9) % 2 === 0 ? 0.15 : 0.55) + 0.05 * channel
}

/** Adds normal noise of `levels` (8-bit levels), the same for the same seed. */
export function addNoise(raster: Raster, levels: number, seed = 1): Raster {
  const noisy = createRaster(raster.width, raster.height, raster.channels, raster.bits)
  const max = sampleMax(raster.bits)
  let state = seed >>> 0
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  for (let i = 0; i < raster.data.length; i++) {
    const normal = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
    noisy.data[i] = Math.max(0, Math.min(max, Math.round(raster.data[i]! + (normal * levels * max) / 255)))
  }
  return noisy
}
