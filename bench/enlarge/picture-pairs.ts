// Pairs of low and high resolution from ../shared/data/bench/sr: the published files where they are, else shrunk by our own bicubic.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRaster, type Raster } from '#engine/image/raster.ts'
import { decodePicture } from '#engine/picture/decode-picture.ts'
import { resizeBicubic } from '#engine/testing/picture-quality.ts'

const DATA = new URL('../../../shared/data/bench/sr/', import.meta.url)

export interface Pair {
  readonly high: Raster
  readonly low: Raster
}

export async function pairsOf(set: string, factor: number): Promise<Pair[]> {
  const published = new URL(`${set}/x${factor}/`, DATA)
  const folder = [published, new URL(`${set}/x4/`, DATA)].find((one) => existsSync(one)) ?? new URL(`${set}/`, DATA)
  const names = readdirSync(folder).filter((name) => name.endsWith('.webp') && !name.includes('_LR'))
  return Promise.all(
    names.sort().map(async (name) => {
      const high = cropTo(await load(new URL(name, folder)), factor)
      const lowFile = new URL(name.replace('_HR', '_LR'), folder)
      const size = { width: high.width / factor, height: high.height / factor }
      const isPair = folder === published && name.includes('_HR') && existsSync(lowFile)
      return { high, low: isPair ? await load(lowFile) : resizeBicubic(high, size) }
    }),
  )
}

async function load(path: URL): Promise<Raster> {
  const { colour } = await decodePicture(readFileSync(path))
  return colour
}

function cropTo(raster: Raster, multiple: number): Raster {
  const width = raster.width - (raster.width % multiple)
  const height = raster.height - (raster.height % multiple)
  const target = createRaster(width, height, raster.channels, 8)
  const row = width * raster.channels
  for (let y = 0; y < height; y++) {
    const from = y * raster.width * raster.channels
    target.data.set(raster.data.subarray(from, from + row), y * row)
  }
  return target
}
