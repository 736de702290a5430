// The answers are real pictures (Topaz contract §12 "Output", "Output metadata"): by the product's own engine, or, where the engine is not the
// subject, resampled with a visible effect of the family.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { createLocalEngine } from '../../src/engine/host/local-engine.ts'
import { flatPng } from '../../src/engine/testing/flat-png.ts'
import { MODELS } from '../../src/rulebook/tools/catalogue.ts'
import type { ToolKey } from '../../src/rulebook/tools/model.ts'
import type { Size } from './vendor-limits.ts'
import type { VendorPath } from './vendor-models.ts'

export interface PictureOrder {
  readonly path: VendorPath
  readonly model: string
  readonly inputFile: string
  readonly output: Size
  readonly outputFormat: string
  readonly cropToFill: boolean
  readonly keepsMetadata: boolean
}

export interface PictureMaker {
  /** Answers the path of the file. */
  make(order: PictureOrder): Promise<string>
  close(): void
}

const TOOLS: Readonly<Partial<Record<VendorPath, ToolKey>>> = {
  enhance: 'enhance',
  'enhance-gen': 'enhance-generative',
  sharpen: 'sharpen',
  'sharpen-gen': 'sharpen-generative',
  denoise: 'denoise',
  'restore-gen': 'restore-generative',
  lighting: 'lighting',
}

/** Nobody looks at what is larger, and to resample and compress 256 megapixels takes half a minute of processor time. */
const FLAT_ABOVE_PX = 100e6

/** §12: before and after must differ. */
const EFFECTS: Readonly<Record<VendorPath, (image: Sharp) => Sharp>> = {
  enhance: (image) => image.sharpen({ sigma: 1 }),
  'enhance-gen': (image) => image.sharpen({ sigma: 2 }),
  sharpen: (image) => image.sharpen({ sigma: 1.5 }),
  'sharpen-gen': (image) => image.sharpen({ sigma: 2 }),
  denoise: (image) => image.median(3),
  'denoise-gen': (image) => image.median(5),
  'restore-gen': (image) => image.median(3),
  lighting: (image) => image.gamma(1.4),
  matting: (image) => image.ensureAlpha(),
  tool: (image) => image.sharpen({ sigma: 1 }),
}

export function createPictureMaker(folder: string, kind: 'engine' | 'resize'): PictureMaker {
  const engine = kind === 'engine' ? createLocalEngine({ parallelRuns: 1 }) : undefined
  return {
    async make(order) {
      const target = join(folder, `${randomUUID()}.${order.outputFormat}`)
      const { width, height } = order.output
      if (order.outputFormat === 'png' && width * height > FLAT_ABOVE_PX) {
        await writeFile(target, flatPng(width, height))
        return target
      }
      const modelKey = MODELS.find(
        ({ tool, topazModel }) => tool === TOOLS[order.path] && topazModel === order.model,
      )?.key
      const worked = engine && modelKey ? await runEngine(engine, modelKey, folder, order) : undefined
      const image = sharp(worked ?? order.inputFile, { limitInputPixels: false }).autoOrient()
      await finish(worked ? image : EFFECTS[order.path](image), order).toFile(target)
      return target
    },
    close: () => engine?.close(),
  }
}

async function runEngine(
  engine: ReturnType<typeof createLocalEngine>,
  modelKey: string,
  folder: string,
  { inputFile, output }: PictureOrder,
): Promise<string> {
  const base = join(folder, randomUUID())
  await engine.process({
    modelKey,
    params: modelKey.startsWith('enhance/') ? { output_height: output.height } : {},
    sourcePath: inputFile,
    resultPath: `${base}.png`,
    thumbnailPath: `${base}-thumbnail.jpg`,
    thumbnailSidePx: 200,
    thumbnailQuality: 0.8,
    viewPath: `${base}-view`,
    viewMaxSidePx: 256,
  })
  return `${base}.png`
}

/** §2.2: bars or crop where the proportions differ; §12 [INF]: metadata goes unless the switch keeps it. */
function finish(image: Sharp, { output, outputFormat, cropToFill, keepsMetadata }: PictureOrder): Sharp {
  const sized = image.resize(output.width, output.height, {
    fit: cropToFill ? 'cover' : 'contain',
    background: '#000000',
    kernel: 'lanczos3',
  })
  const kept = keepsMetadata ? sized.keepMetadata() : sized
  if (outputFormat === 'png') return kept.png({ compressionLevel: 2 })
  return outputFormat.startsWith('tif') ? kept.tiff() : kept.flatten({ background: '#000000' }).jpeg({ quality: 95 })
}
