// One avatar: an untrusted upload → a square that we encode ourselves.
import { readFile } from 'node:fs/promises'
import { EngineError } from '../engine-error.ts'
import type { SquareRequest } from '../engine-types.ts'
import { asCorrupt, readFacts } from '../picture/read-facts.ts'
import { sharpOfFile } from '../picture/safe-sharp.ts'

const QUALITY = 86

export async function drawSquare({
  sourcePath,
  targetPath,
  accepts,
  sidePx,
  sourceSidesPx,
}: SquareRequest): Promise<void> {
  const bytes = await readFile(sourcePath)
  const { width, height } = (await readFacts(bytes, accepts)).facts
  const size = `${width}x${height}`
  if (Math.min(width, height) < sourceSidesPx.min) throw new EngineError('too-small', size)
  if (Math.max(width, height) > sourceSidesPx.max) throw new EngineError('too-many-pixels', size)
  const side = Math.min(sidePx, width, height)
  await sharpOfFile(bytes)
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toFile(targetPath)
    .catch(asCorrupt)
}
