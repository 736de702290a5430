// What the local engine cannot honour (engine study §3.4). Such a switch is shown disabled with this reason,
// a start that carries it is refused, and nobody is billed for it.

import type { ParameterKey } from '#rulebook/tools/parameter.ts'
import type { ImageFormat } from './engine-types.ts'

export const ENGINE_UNSUPPORTED: Readonly<Partial<Record<ParameterKey, string>>> = {
  face_enhancement: '暂不支持人脸增强',
  prompt: '暂不支持画面描述',
}

/** Models whose plan may use a third-party net (decision 0075). */
export const PACK_MODELS: readonly string[] = [
  'enhance/generative/redefine',
  'enhance/generative/recovery',
  'enhance/generative/recovery-v2',
]

/** Largest result the engine makes (engine study §3.3): sides and area in pixels. */
export const ENGINE_MAX_OUTPUT_SIDE_PX = 8192
export const ENGINE_MAX_OUTPUT_PX = 50_000_000
/** Largest picture that is decoded at all. */
export const ENGINE_MAX_INPUT_PX = 64_000_000
export const ENGINE_MAX_INPUT_SIDE_PX = 20_000

/** Formats we read, by the media type that the first bytes show. */
export const FORMAT_BY_MIME: Readonly<Record<string, ImageFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/tiff': 'tiff',
  'image/bmp': 'bmp',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif-sequence': 'heic',
  'image/avif': 'avif',
}
