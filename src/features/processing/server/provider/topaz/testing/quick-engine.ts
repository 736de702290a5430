// The two tasks that the Topaz provider asks of the engine, without a child process: for tests whose subject is the way to the vendor.
import { copyFile } from 'node:fs/promises'
import sharp from 'sharp'
import { EngineError } from '#engine/engine-error.ts'
import type { Engine } from '#engine/engine-types.ts'

const corrupt = (error: unknown): never => {
  throw new EngineError('corrupt', String(error))
}

export const createQuickEngine = (): Pick<Engine, 'prepare' | 'adopt'> => ({
  async prepare({ sourcePath, targetPath }) {
    const { format, width, height } = await sharp(sourcePath).metadata().catch(corrupt)
    await copyFile(sourcePath, targetPath)
    return { format: format === 'jpeg' ? 'jpeg' : 'png', width, height }
  },
  async adopt({ sourcePath, answerPath, resultPath, thumbnailPath, thumbnailSidePx, viewPath }) {
    const source = await sharp(sourcePath).metadata()
    const { width, height } = await sharp(answerPath, { failOn: 'error' }).png().toFile(resultPath).catch(corrupt)
    await sharp(resultPath).resize(thumbnailSidePx, thumbnailSidePx, { fit: 'inside' }).jpeg().toFile(thumbnailPath)
    await sharp(resultPath).jpeg().toFile(viewPath)
    return {
      width,
      height,
      inputHeight: source.height,
      viewMimeType: 'image/jpeg',
      kept: { profile: 'srgb', position: 'none', label: 'none', isMarked: false },
    }
  },
})
