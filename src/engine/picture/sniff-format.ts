// Detects an image format from the bytes alone; names and declared types are never trusted (architecture §6).
import { fileTypeFromBuffer } from 'file-type'
import { FORMAT_BY_MIME } from '../capabilities.ts'
import { EngineError } from '../engine-error.ts'
import type { ImageFormat } from '../engine-types.ts'

export interface SniffedFormat {
  readonly format: ImageFormat
  readonly mimeType: string
  readonly isAnimatedPng: boolean
}

/** Throws `unsupported-format` for everything we do not decode; vector pictures are active content and never drawn. */
export async function sniffFormat(bytes: Uint8Array): Promise<SniffedFormat> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const format = found && FORMAT_BY_MIME[found.mime]
  if (!found || !format)
    throw new EngineError('unsupported-format', `not a picture we read: ${found?.mime ?? 'unknown'}`)
  const isAnimatedPng = found.mime === 'image/apng'
  return { format, mimeType: isAnimatedPng ? 'image/png' : found.mime, isAnimatedPng }
}
