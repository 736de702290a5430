// A net of the same size as its input, with weights that can be computed by hand: the mean of the first plane's phases around a
// pixel. The trained ones have tests of their own (refine.test.ts).
import { beforeAll, describe, expect, it } from 'vitest'
import { cutTile } from '../image/cut-tile.ts'
import { createRaster } from '../image/raster.ts'
import type { Rect } from '../image/rect.ts'
import { tileGrid } from '../image/tile-grid.ts'
import { checkPattern } from './check-output.ts'
import type { RefineWeights, Tensor } from './read-weights.ts'
import { createRefineNet, evenRect, type RefineNet } from './refine-net.ts'

const MAPS = 1
const GRID = 8
const INPUTS = 8 + MAPS + GRID
const SIDE = 16

function layer(index: number, outputs: number, inputs: number, at: (to: number, from: number, tap: number) => number) {
  const values = new Float32Array(outputs * inputs * 9)
  for (let i = 0; i < values.length; i++) values[i] = at(Math.floor(i / 9 / inputs), Math.floor(i / 9) % inputs, i % 9)
  return [
    { name: `conv${index}.weight`, shape: [outputs, inputs, 3, 3], values },
    { name: `conv${index}.bias`, shape: [outputs], values: new Float32Array(outputs) },
  ] satisfies Tensor[]
}

/** Four hidden planes: each phase's mean over 3×3, and a part of the map and of the place in the block. */
function weightsOf(): RefineWeights {
  const head = layer(0, 4, INPUTS, (to, from, tap) => {
    if (from === to) return 1 / 9
    return tap === 4 && from >= 8 ? 0.01 * (from - 7) : 0
  })
  const nothing = [1, 2].flatMap((i) => layer(i, 4, 4, () => 0))
  const tail = layer(3, 4, 4, (to, from, tap) => (to === from && tap === 4 ? 1 : 0))
  const pattern = checkPattern(SIDE, SIDE * INPUTS)
  const inside = (x: number, y: number) => x >= 0 && y >= 0 && x < SIDE && y < SIDE
  const output = Float32Array.from({ length: 4 * SIDE * SIDE }, (_, i) => {
    const [plane, y, x] = [Math.floor(i / SIDE / SIDE), Math.floor(i / SIDE) % SIDE, i % SIDE]
    let sum = 0
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++)
        if (inside(x + dx, y + dy)) sum += pattern[(plane * SIDE + y + dy) * SIDE + x + dx]! / 9
    for (let from = 8; from < INPUTS; from++) sum += 0.01 * (from - 7) * pattern[(from * SIDE + y) * SIDE + x]!
    return sum
  })
  const size = { planesIn: 2, planesOut: 1, maps: MAPS, grid: GRID, blocks: 1 }
  return { ...size, tensors: [...head, ...nothing, ...tail], checkSidePx: SIDE, referenceOutput: output }
}

const picture = createRaster(61, 45, 1, 8)
for (let i = 0; i < picture.data.length; i++) picture.data[i] = (i * 37 + (i >> 5) * 91) % 256
let net: RefineNet
beforeAll(async () => {
  net = await createRefineNet(weightsOf(), 1)
})

async function pieceOf(core: Rect): Promise<Float32Array> {
  const { haloPx } = net
  const grown = {
    x: core.x - haloPx,
    y: core.y - haloPx,
    width: core.width + 2 * haloPx,
    height: core.height + 2 * haloPx,
  }
  const frame = evenRect(grown)
  const plane = cutTile(picture, frame).r
  const [output] = await net.run([plane, plane], [0.5], frame)
  return Float32Array.from({ length: core.width * core.height }, (_, i) => {
    const [x, y] = [core.x - frame.x + (i % core.width), core.y - frame.y + Math.floor(i / core.width)]
    return output![y * frame.width + x]!
  })
}

describe('a net of the same size', () => {
  it('gives each pixel the output of its own phase, its map and its place in the block', async () => {
    const [value] = await pieceOf({ x: 20, y: 13, width: 1, height: 1 })
    let sum = 0
    for (const dy of [-2, 0, 2]) for (const dx of [-2, 0, 2]) sum += picture.data[(13 + dy) * 61 + 20 + dx]! / 255 / 9
    // Column 20 of blocks of 8 is the third pair of pixels, row 13 likewise; the planes before are one map and four columns.
    const byDamage = 0.01 * (0.5 * 1 + (2 + 2) + (2 + 4 + 2))
    expect(value).toBeCloseTo(sum + byDamage, 4)
  })

  it('gives the bits of the whole picture in tiles of any size', async () => {
    const whole = await pieceOf({ x: 0, y: 0, width: 61, height: 45 })
    for (const tile of tileGrid(61, 45, 17)) {
      const piece = await pieceOf(tile)
      for (let i = 0; i < piece.length; i++)
        expect(piece[i]).toBe(whole[(tile.y + Math.floor(i / tile.width)) * 61 + tile.x + (i % tile.width)])
    }
  })

  it('refuses to work where the processor computes wrongly, and other planes than it was trained on', async () => {
    const wrong = weightsOf()
    wrong.referenceOutput[7]! += 4
    await expect(createRefineNet(wrong, 1)).rejects.toThrow(/computes wrongly/)
    await expect(net.run([new Float32Array(4)], [0], { x: 0, y: 0, width: 2, height: 2 })).rejects.toThrow(/2 planes/)
  })
})
