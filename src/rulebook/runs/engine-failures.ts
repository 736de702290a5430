// Codes with which the own engine refuses or fails, and what people read for them (C-10; engine contract).

import { UPLOAD_ERRORS } from '../pictures/upload.ts'
import { PROCESSING_ERRORS } from './provider-failures.ts'

export const ENGINE_ERRORS = {
  'unsupported-format': PROCESSING_ERRORS['image-format'],
  corrupt: UPLOAD_ERRORS['image-info-unreadable'],
  'too-much-metadata': '图片附带的信息过多，请用看图或修图软件另存为 JPG 后重试',
  'too-many-pixels': '图片的像素太多，请先缩小图片',
  'too-small': '图片尺寸太小，请换一张',
  'out-of-memory': '图片过大，暂时无法处理，请换一张小一些的',
  timeout: PROCESSING_ERRORS['processing-timeout'],
  cancelled: PROCESSING_ERRORS['processing-cancelled'],
  'disk-full': '服务存储空间不足，请稍后重试',
  crashed: '处理意外中断，请重试',
} as const
export type EngineFailureCode = keyof typeof ENGINE_ERRORS
