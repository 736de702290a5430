// Dust and scratches by a net: what is found is filled, whatever the tiling; undamaged pixels stay byte for byte.
import { describe, expect, it } from 'vitest'
import { dilate } from '../image/dilate.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import type { MaskNet } from '../nets/mask-net.ts'
import { repairWhole } from '../testing/repair-whole.ts'
import { MASK_HALO_PX, maskFromLogits } from './mask-from-logits.ts'

const WIDTH = 150
const HEIGHT = 110
const WHITE = 250

/** Takes what is nearly white for damage, and needs the neighbours to say so. */
const bright: MaskNet = {
  haloPx: 2,
  stepPx: 4,
  run: async (luma) => luma.map((value) => 200 * (value - 0.9)),
}

const ramp = (channels: 1 | 3): Raster => {
  const picture = createRaster(WIDTH, HEIGHT, channels, 8)
  for (let i = 0; i < picture.data.length; i++) {
    const at = Math.floor(i / channels)
    picture.data[i] = 40 + Math.floor((at % WIDTH) / 2 + Math.floor(at / WIDTH) / 3)
  }
  return picture
}

/** A scratch of two pixels from edge to edge, and specks. */
function scratched(channels: 1 | 3): Raster {
  const picture = ramp(channels)
  const put = (x: number, y: number) => {
    for (let c = 0; c < channels; c++) picture.data[(y * WIDTH + x) * channels + c] = WHITE
  }
  for (let y = 0; y < HEIGHT; y++) for (const dx of [0, 1]) put(30 + Math.floor(y / 2) + dx, y)
  for (const [x, y] of [
    [3, 3],
    [63, 64],
    [64, 64],
    [120, 20],
  ] as const)
    put(x, y)
  return picture
}

const repaired = (source: Raster, tilePx?: number): Promise<Raster> => repairWhole(bright, source, tilePx)

describe('a repair by the net', () => {
  it.each([1, 3] as const)('fills damage from around, to within a level (%i channels)', async (channels) => {
    const [result, truth] = [await repaired(scratched(channels)), ramp(channels)]
    const gaps = result.data.map((value, i) => Math.abs(value - truth.data[i]!))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2)
  })

  it.each([32, 47, 64])('gives the same bytes in tiles of %i pixels', async (tilePx) => {
    expect((await repaired(scratched(3), tilePx)).data).toEqual((await repaired(scratched(3))).data)
  })

  it('changes nothing where nothing is found, and nothing where "damage" is the texture of the picture', async () => {
    expect((await repaired(ramp(3))).data).toEqual(ramp(3).data)
    const striped = ramp(3)
    for (let i = 0; i < striped.data.length; i++) if (Math.floor(i / 3) % 8 === 0) striped.data[i] = WHITE
    expect((await repaired(striped)).data).toEqual(striped.data)
  })
})

it('takes for possible damage what is likely damage, with a pixel of margin, and asks more of what is dark', () => {
  const side = 2 * MASK_HALO_PX + 9
  const core = { x: MASK_HALO_PX, y: MASK_HALO_PX, width: 9, height: 3 }
  const middle = (MASK_HALO_PX + 1) * side + MASK_HALO_PX + 4
  const marked = (value: number, logit: number) => {
    const [samples, logits] = [new Float32Array(side * side).fill(0.5), new Float32Array(side * side).fill(-9)]
    samples[middle] = value
    logits[middle] = logit
    return maskFromLogits(logits, { samples, width: side, height: side }, core).map((steps) => (steps > 0 ? 1 : 0))
  }
  expect([...dilate(marked(0.9, 3), 9, 3).subarray(9, 18)].join('')).toBe('000111000')
  expect(marked(0.9, 1)).not.toContain(1)
  expect(marked(0.1, 2)).not.toContain(1)
  expect(marked(0.9, 2)).toContain(1)
  expect(marked(0.1, 3)).toContain(1)
})
