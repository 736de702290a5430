// Avatars (document 1 §5, §7, §9; texts: U-05; order of a change: U-22).

import { AVATAR_CATEGORY } from '../pictures/storage-layout.ts'
import type { Problem } from '../problem.ts'

export const AVATAR_MAX_BYTES = 1024 * 1024
export const AVATAR_MIN_SIDE_PX = 50
export const AVATAR_MAX_SIDE_PX = 2048
export const AVATAR_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
/** Cache time of a stored avatar; nothing is overwritten. */
export const AVATAR_CACHE_SECONDS = 3600

export const AVATAR_ERRORS = {
  'avatar-missing': '请选择头像图片',
  'avatar-type': '仅支持 JPG、PNG、WebP 格式',
  'avatar-too-large': '图片大小不能超过 1 MB',
  'avatar-too-few-pixels': '图片尺寸不能小于 50 × 50 像素',
  'avatar-too-many-pixels': '图片尺寸不能大于 2048 × 2048 像素',
  'avatar-unreadable': '图片文件已损坏或格式不正确，请重新选择',
  'avatar-upload-failed': '头像上传失败，请重试',
} as const
export type AvatarErrorCode = keyof typeof AVATAR_ERRORS

/** What can be checked before the picture is decoded. */
export function checkAvatarFile(
  file: { readonly type: string; readonly size: number } | null | undefined,
): Problem<AvatarErrorCode> | undefined {
  if (!file) return { code: 'avatar-missing' }
  if (!(AVATAR_MIME_TYPES as readonly string[]).includes(file.type)) return { code: 'avatar-type' }
  return file.size > AVATAR_MAX_BYTES ? { code: 'avatar-too-large' } : undefined
}

/** The size of the decoded picture; undefined stands for one that could not be read. */
export function checkAvatarSize(
  size: { readonly width: number; readonly height: number } | undefined,
): Problem<AvatarErrorCode> | undefined {
  if (!size) return { code: 'avatar-unreadable' }
  const { width, height } = size
  if (Math.min(width, height) < AVATAR_MIN_SIDE_PX) return { code: 'avatar-too-few-pixels' }
  return Math.max(width, height) > AVATAR_MAX_SIDE_PX ? { code: 'avatar-too-many-pixels' } : undefined
}

/** Path of a stored avatar, `avatars/{userId}/avatar_{timestamp}.{ext}`. */
export const avatarPath = (userId: string, timestampMs: number, extension: string): string =>
  `${AVATAR_CATEGORY}/${userId}/avatar_${timestampMs}.${extension}`
