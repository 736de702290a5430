// Whether the light and the white balance of a photo are those of the photo when it comes in a frame, on a mat or between the bars of a screenshot:
// what lies inside is compared with what the photo alone gets, everything automatic, whole models in this process (so that all frames take minutes).
// Needs ../shared/data/bench beside the checkout (evaluation only).
// Run: npx node bench/engine-framed.ts [part of a model's key] [part of a frame's name]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { cutTile } from '#engine/image/cut-tile.ts'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { runModel } from '#engine/testing/run-model.ts'
import { psnr } from '#engine/testing/synthetic-damage.ts'
import { addNoise } from '#engine/testing/synthetic-picture.ts'
import { mean } from './statistics.ts'

const DATA = join(import.meta.dirname, '../../shared/data/bench')
const [onlyModel = '', onlyFrame = ''] = process.argv.slice(2)
const SIDE_PX = 360
const FRAME_PX = 40
const JPEG_QUALITY = 80

type Colour = readonly [number, number, number]
const BEIGE: Colour = [222, 205, 178]
const GREY: Colour = [128, 128, 128]

interface Frame {
  readonly name: string
  readonly colour: Colour
  /** Top, right, bottom, left. */
  readonly px?: readonly [number, number, number, number]
  /** Noise of the paper, in 8-bit levels. */
  readonly noise?: number
  /** From one corner to the other, as a lamp lights a mat. */
  readonly shade?: number
  readonly isJpeg?: boolean
  /** A line of this colour between mat and photo. */
  readonly bevel?: Colour
}

const FRAMES: readonly Frame[] = [
  { name: 'white', colour: [255, 255, 255] },
  { name: 'black', colour: [0, 0, 0] },
  { name: 'grey', colour: GREY },
  { name: 'beige', colour: BEIGE },
  { name: 'beige, JPEG 80', colour: BEIGE, isJpeg: true },
  { name: 'beige, bevel', colour: BEIGE, bevel: [250, 248, 244] },
  { name: 'paper, noise 5', colour: BEIGE, noise: 5 },
  { name: 'paper, lit by a lamp', colour: BEIGE, noise: 2, shade: 16 },
  { name: 'paper, lit, JPEG 80', colour: BEIGE, noise: 2, shade: 16, isJpeg: true },
  { name: 'bars, dark grey', colour: [32, 33, 36], px: [40, 0, 90, 0] },
]
const RUNS = [
  ['lighting/adjust', 'light/LOL-eval-low'],
  ['lighting/white-balance', 'light/WB-casts'],
] as const

const clampedByte = (value: number) => Math.max(0, Math.min(255, Math.round(value)))

function framed(photo: Raster, { colour, noise = 0, shade = 0, bevel, ...frame }: Frame): Raster {
  const [top, right, bottom, left] = frame.px ?? [FRAME_PX, FRAME_PX, FRAME_PX, FRAME_PX]
  const [width, height] = [photo.width + left + right, photo.height + top + bottom]
  const ground = createRaster(width, height, 3, 8)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = shade * (x / width + y / height - 1)
      for (let c = 0; c < 3; c++) ground.data[(y * width + x) * 3 + c] = clampedByte(colour[c]! + light)
    }
  const mat = addNoise(ground, noise)
  if (bevel)
    for (let y = top - 4; y < top + photo.height + 4; y++)
      for (let x = left - 4; x < left + photo.width + 4; x++) mat.data.set(bevel, (y * width + x) * 3)
  for (let y = 0; y < photo.height; y++)
    mat.data.set(photo.data.subarray(y * photo.width * 3, (y + 1) * photo.width * 3), ((top + y) * width + left) * 3)
  return mat
}

/** As the file that a consumer uploads. */
async function treated({ data, width, height }: Raster, modelKey: string, isJpeg = false): Promise<Raster> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  const file = isJpeg ? picture.jpeg({ quality: JPEG_QUALITY }) : picture.png()
  const { colour, jpegQuality } = await decodePicture(await file.toBuffer())
  return runModel(colour, { modelKey, params: {}, tier: 'classical', ...(jpegQuality && { jpegQuality }) })
}

/** Nearness of the photo in the middle. */
function nearness(inFrame: Raster, alone: Raster, { px }: Pick<Frame, 'px'>): number {
  const [top, , , left] = px ?? [FRAME_PX, FRAME_PX, FRAME_PX, FRAME_PX]
  const size = { width: alone.width, height: alone.height }
  return psnr(cutTile(inFrame, { ...size, x: left, y: top }), cutTile(alone, { ...size, x: 0, y: 0 }))
}

async function photosOf(place: string): Promise<Raster[]> {
  const names = readdirSync(join(DATA, place)).filter((file) => /\.(webp|jpg|png)$/.test(file))
  const size = { width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true } as const
  const files = await Promise.all(
    names.map((name) =>
      sharp(readFileSync(join(DATA, place, name)))
        .resize(size)
        .png()
        .toBuffer(),
    ),
  )
  return Promise.all(files.map(async (file) => (await decodePicture(file)).colour))
}

async function inTurn<T, U>(list: readonly T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const results: U[] = []
  for (const one of list) results.push(await work(one))
  return results
}

const NO_FRAME = { px: [0, 0, 0, 0] } as const
for (const [modelKey, place] of RUNS.filter(([key]) => key.includes(onlyModel))) {
  const photos = await photosOf(place)
  const kinds = new Map<boolean, Raster[]>()
  const aloneAs = async (isJpeg: boolean) => {
    const known = kinds.get(isJpeg) ?? (await inTurn(photos, (photo) => treated(photo, modelKey, isJpeg)))
    kinds.set(isJpeg, known)
    return known
  }
  const values = async (frame: Frame | undefined, isJpeg: boolean) => {
    const alone = await aloneAs(isJpeg)
    const shown = frame ? await inTurn(photos, (photo) => treated(framed(photo, frame), modelKey, isJpeg)) : photos
    return shown.map((one, i) => nearness(one, alone[i]!, frame ?? NO_FRAME))
  }
  for (const frame of [undefined, ...FRAMES].filter((one) => (one?.name ?? '').includes(onlyFrame))) {
    const list = await values(frame, frame?.isJpeg ?? false)
    const each = list.map((value) => value.toFixed(1).padStart(5)).join(' ')
    const name = `${modelKey} ${frame?.name ?? '(the source alone)'}`
    console.log(name.padEnd(48), each, ` least ${Math.min(...list).toFixed(1)}, mean ${mean(list).toFixed(1)}`)
  }
}
