// Uploading: limits per place, checks, texts, thumbnail (document 1 §5, §9; document 2 §2, §5, §7–§9; C-10, C-11, C-36, U-62).
// 1 MB is 1024 × 1024 bytes, and a limit itself is allowed (U-62).

import type { Problem } from '../problem.ts'
import {
  formatListText,
  HOME_FORMATS,
  type ImageFormatName,
  isOfFormat,
  MAIN_FORMATS,
  MODEL_PAGE_FORMATS_TEXT,
} from './image-formats.ts'

export const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE

export const MAIN_MAX_BYTES = 50 * MEGABYTE
export const ALTERNATE_MAX_BYTES = 10 * MEGABYTE
/** FAQ: maximum 50MB, recommended under 10MB. */
export const HOME_MAX_BYTES = 50 * MEGABYTE
export const RECOMMENDED_MAX_BYTES = 10 * MEGABYTE
export const STORAGE_MAX_BYTES = 50 * MEGABYTE
/** What the processing provider takes; a result of an earlier run may be larger than any upload. */
export const PROVIDER_MAX_BYTES = 500 * MEGABYTE
/** What `image-type` names when the bytes are of no kind that the service knows. */
export const UNKNOWN_TYPE = '未知'
/** The shared validator's limit when its caller passes none (C-11). */
export const VALIDATOR_DEFAULT_MAX_BYTES = 10 * MEGABYTE
export const MIN_BYTES = 1024

export const UPLOAD_ERRORS = {
  'upload-type-main': '不支持的文件格式。支持格式：{list}',
  'upload-size-main': '文件大小不能超过 {size}',
  'upload-type-alternate': '请选择图片文件',
  'upload-size-alternate': '文件大小不能超过10MB',
  'image-missing': '没有提供图片文件',
  'image-too-large': '图片文件过大，最大支持 {n}MB',
  'image-too-small': '图片文件过小，可能不是有效图片',
  'image-type': '不支持的图片格式: {type}，支持格式: {list}',
  'file-unreadable': '读取文件失败',
  /** Met in the browser alone: the file itself is out of reach, so only choosing it again helps. */
  'file-gone': '读取文件失败，可能已被移动、修改或删除，请重新选择',
  'image-preparation-failed': '图片处理失败: {message}',
  'image-info-unreadable': '无法读取图片信息，图片可能已损坏',
  'storage-failed': 'OSS上传失败', // the image state is cleared
  'compression-failed': '图片压缩失败',
  'image-load-failed': '图片加载失败',
  'trial-quota': '今天的免登录上传次数已用完（每天 {limit} 次），登录后可以继续', // C-36
  /** Not for what this visitor sent: others did, or the disk fills up. */
  'trial-full': '当前免登录上传的人数较多，请登录后继续使用',
} as const
export type UploadErrorCode = keyof typeof UPLOAD_ERRORS

/** Answer to a start without a picture (start-guards.ts); a tool page says it before the press. */
export const UPLOAD_MISSING = '请先上传图片'

export const UPLOAD_TEXTS = {
  success: '图片上传成功',
  modelPageHint: `支持 ${MODEL_PAGE_FORMATS_TEXT}，最大 ${sizeText(ALTERNATE_MAX_BYTES)}`, // document 2 §2
  uploading: '正在上传',
  reselect: '重新选择',
} as const

/** What a check needs to know; a browser's File fits. */
export interface UploadFile {
  readonly name?: string
  /** Declared type, may be empty. */
  readonly type: string
  readonly size: number
}
type UploadProblem = Problem<UploadErrorCode> | undefined

/** The main uploader's check: its list of types, then 50 MB. */
export const checkMainUpload = (file: UploadFile): UploadProblem =>
  checkListedUpload(file, MAIN_FORMATS, MAIN_MAX_BYTES)

/** The home uploader has no texts of its own: the shared validator's, with the FAQ's formats besides those of the main one. */
export const checkHomeUpload = (file: UploadFile): UploadProblem =>
  validateImage(file, { maxBytes: HOME_MAX_BYTES, formats: HOME_FORMATS })

/** The alternate uploader's check: any image type, 10 MB. */
export function checkAlternateUpload(file: UploadFile): UploadProblem {
  if (!isImage(file)) return { code: 'upload-type-alternate' }
  return file.size > ALTERNATE_MAX_BYTES ? { code: 'upload-size-alternate' } : undefined
}

/** The shared validator; the server uses it behind every uploader with that uploader's limit and list. */
export function validateImage(
  file: UploadFile | null | undefined,
  options: { readonly maxBytes?: number; readonly formats?: readonly ImageFormatName[] } = {},
): UploadProblem {
  const { maxBytes = VALIDATOR_DEFAULT_MAX_BYTES, formats = HOME_FORMATS } = options
  if (!file) return { code: 'image-missing' }
  if (file.size > maxBytes) return { code: 'image-too-large', data: { n: maxBytes / MEGABYTE } }
  if (file.size < MIN_BYTES) return { code: 'image-too-small' }
  if (isOfFormat(file, formats)) return undefined
  return { code: 'image-type', data: { type: file.type || endingOf(file), list: formatListText(formats) } }
}

function checkListedUpload(file: UploadFile, formats: readonly ImageFormatName[], maxBytes: number): UploadProblem {
  if (!isOfFormat(file, formats)) return { code: 'upload-type-main', data: { list: formatListText(formats) } }
  return file.size > maxBytes ? { code: 'upload-size-main', data: { size: sizeText(maxBytes) } } : undefined
}

/** Browsers leave the type of HEIC and some others empty, so the ending decides there. */
const isImage = (file: UploadFile): boolean =>
  file.type.startsWith('image/') || (file.type === '' && isOfFormat(file, [...HOME_FORMATS, 'gif']))

const endingOf = ({ name = '' }: UploadFile): string => name.split('.').pop() ?? ''

/** `50 MB` for a whole number of megabytes, else one decimal, gigabytes or kilobytes. */
export function sizeText(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  if (bytes >= GIGABYTE) return `${Number((bytes / GIGABYTE).toFixed(1))} GB`
  return `${Number((bytes / MEGABYTE).toFixed(1))} MB`
}
