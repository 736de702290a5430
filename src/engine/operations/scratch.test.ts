// The shipped mask net on a drawn picture: damage is found and filled, and a picture without damage stays what it is.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { cutTile, pasteTile } from '../image/cut-tile.ts'
import { createRaster, type Raster } from '../image/raster.ts'
import type { MaskNet } from '../nets/mask-net.ts'
import { openMaskNet } from '../nets/open-net.ts'
import { decodePicture } from '../picture/decode-picture.ts'
import { psnrY } from '../testing/picture-quality.ts'
import { maskWhole, repairWhole } from '../testing/repair-whole.ts'
import { FEW_SCRATCHES, maskF1, scratchPicture } from '../testing/synthetic-damage.ts'
import { syntheticRaster } from '../testing/synthetic-picture.ts'

const WIDTH = 320
const HEIGHT = 240
const WHOLE = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
const TILES = [448, 96] as const
const clean = syntheticRaster(WIDTH, HEIGHT)
const damage = scratchPicture(cutTile(clean, WHOLE), 41)
const scratched = createRaster(WIDTH, HEIGHT, 3, 8)
pasteTile(scratched, damage.picture, WHOLE, WHOLE)

let net: MaskNet
beforeAll(async () => {
  net = await openMaskNet('scratch', 1)
})

const repaired = (source: Raster): Promise<Raster> => repairWhole(net, source)

describe('the mask net', () => {
  it('finds most of the dust and the scratches, the same ones in any tiles', async () => {
    const [whole, parts] = await Promise.all(TILES.map((side) => maskWhole(net, scratched, side)))
    expect(maskF1(whole!, damage.truth, WIDTH)).toBeGreaterThan(0.6)
    expect(parts).toEqual(whole)
  })

  it('brings a scratched picture at least 3 dB nearer to the undamaged one', async () => {
    expect(psnrY(await repaired(scratched), clean, 0) - psnrY(scratched, clean, 0)).toBeGreaterThan(3)
  })

  it('leaves a picture without damage as it is, above 45 dB', async () => {
    expect(psnrY(await repaired(clean), clean, 0)).toBeGreaterThan(45)
  })

  it.each(['printed-menu.webp', 'kitten.webp'])(
    'leaves %s as it is, above 45 dB: letters and whiskers are no damage',
    async (name) => {
      const { colour } = await decodePicture(readFileSync(new URL(`../testing/${name}`, import.meta.url)))
      expect(psnrY(await repaired(colour), colour, 0)).toBeGreaterThan(45)
    },
  )

  it('makes a picture with little faint damage no worse', async () => {
    const few = createRaster(WIDTH, HEIGHT, 3, 8)
    pasteTile(few, scratchPicture(cutTile(clean, WHOLE), 43, FEW_SCRATCHES).picture, WHOLE, WHOLE)
    expect(psnrY(await repaired(few), clean, 0)).toBeGreaterThanOrEqual(psnrY(few, clean, 0))
  })
})
