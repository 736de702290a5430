// Smaller files of a result, beside the PNG of the documents (document 2 §2, C-37: the PNG stays the result itself).

import { COMPRESSION_DEFAULTS } from '../pictures/storage-layout.ts'

export const EXPORT_FORMATS = {
  jpeg: { label: 'JPEG', ending: 'jpg', mimeType: COMPRESSION_DEFAULTS.mimeType, maxSidePx: 65_535 },
  webp: { label: 'WebP', ending: 'webp', mimeType: 'image/webp', maxSidePx: 16_383 },
} as const
export type ExportFormat = keyof typeof EXPORT_FORMATS
export const EXPORT_FORMAT_KEYS = ['jpeg', 'webp'] as const satisfies readonly ExportFormat[]

/** A closed list: every one of them is made once and kept with its result. Encoder quality 1–100. */
export const EXPORT_QUALITIES = {
  best: { label: '最高', quality: 95 },
  high: { label: '较高', quality: COMPRESSION_DEFAULTS.quality * 100 },
  small: { label: '省空间', quality: 72 },
} as const
export type ExportQuality = keyof typeof EXPORT_QUALITIES
export const EXPORT_QUALITY_KEYS = ['best', 'high', 'small'] as const satisfies readonly ExportQuality[]

export const EXPORT_ERRORS = {
  'export-too-large': '图片尺寸超出 {format} 的上限，请保存 PNG',
} as const

export const EXPORT_TEXTS = {
  open: '其他格式',
  title: '保存为更小的文件',
  format: '格式',
  quality: '画质',
  making: '正在生成…',
  download: '下载 {format}（{size}）',
  noTransparency: 'JPEG 不支持透明，透明处会变成白色',
  note: 'PNG 为无损格式；其他格式体积更小，画质略有损失',
} as const
