// One model on one file through the whole engine, for the benches that look at results.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Engine } from '#engine/engine-types.ts'
import type { Raster } from '#engine/image/raster.ts'

export interface Run {
  readonly modelKey: string
  readonly params?: Readonly<Record<string, number>>
}

/** Files of the run go into `folder`. */
export async function resultOf(engine: Engine, folder: string, sourcePath: string, run: Run): Promise<Raster> {
  const resultPath = join(folder, 'result.png')
  await engine.process({
    sourcePath,
    resultPath,
    thumbnailPath: join(folder, 'thumb.jpg'),
    thumbnailSidePx: 200,
    thumbnailQuality: 0.8,
    viewPath: join(folder, 'view.jpg'),
    viewMaxSidePx: 2048,
    modelKey: run.modelKey,
    params: { ...run.params },
  })
  return readRaster(readFileSync(resultPath))
}

/** Not by the engine's decoder: importing it forbids sharp the loader (SVG) that draws scenes and labels. */
export async function readRaster(bytes: Buffer): Promise<Raster> {
  const { data, info } = await sharp(bytes)
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height, channels: 3, bits: 8 }
}
