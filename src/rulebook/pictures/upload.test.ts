// Formats, limits and checks per place; texts with their numbers.
import { describe, expect, it } from 'vitest'
import { messageFromRegister } from '../errors/errors.ts'
import {
  HOME_FORMATS,
  isOfFormat,
  MAIN_FORMATS,
  mimeTypesOf,
  PROVIDER_FORMATS,
  STORAGE_FORMATS,
} from './image-formats.ts'
import {
  THUMBNAIL_MIME_TYPE,
  THUMBNAIL_QUALITY,
  THUMBNAIL_SIDE_PX,
  TRIAL_DAILY_QUOTA,
  thumbnailName,
} from './storage-layout.ts'
import {
  checkAlternateUpload,
  checkHomeUpload,
  checkMainUpload,
  MIN_BYTES,
  PROVIDER_MAX_BYTES,
  RECOMMENDED_MAX_BYTES,
  STORAGE_MAX_BYTES,
  sizeText,
  UPLOAD_TEXTS,
  VALIDATOR_DEFAULT_MAX_BYTES,
  validateImage,
} from './upload.ts'

const MB = 1_048_576
const jpeg = (size: number) => ({ name: 'a.jpg', type: 'image/jpeg', size })
const textOf = (problem: object | undefined) => problem && messageFromRegister(problem)

describe('main uploader', () => {
  it.each([
    ['[UPLOAD-01]', 'image/jpeg', 'a.jpeg'],
    ['[UPLOAD-02]', 'image/jpeg', 'a.jpg'],
    ['[UPLOAD-03]', 'image/png', 'a.png'],
    ['[UPLOAD-04]', 'image/webp', 'a.webp'],
    ['[UPLOAD-05]', 'image/heic', 'a.heic'],
    ['[UPLOAD-06]', 'image/heif', 'a.heif'],
    ['[UPLOAD-07]', 'image/tiff', 'a.tiff'],
    ['[UPLOAD-08]', 'image/tiff', 'a.tif'],
  ])('%s the check takes %s', (_row, type, name) => {
    expect(checkMainUpload({ name, type, size: 5000 })).toBeUndefined()
    expect(checkMainUpload({ name, type: '', size: 5000 })).toBeUndefined()
  })
  it('[UPLOAD-09] refuses any other type with the list', () => {
    for (const [type, name] of [
      ['image/gif', 'a.gif'],
      ['image/bmp', 'a.bmp'],
      ['application/pdf', 'a.pdf'],
      ['', 'a.exe'],
      ['', 'jpg'],
    ] as const) {
      const problem = checkMainUpload({ name: name === 'jpg' ? 'a' : name, type, size: 5000 })
      expect(textOf(problem)).toBe('不支持的文件格式。支持格式：JPEG, JPG, PNG, WEBP, HEIC, HEIF, TIFF, TIF')
    }
  })
  it('[UPLOAD-10] takes exactly 50 MB and refuses one byte more', () => {
    expect(checkMainUpload(jpeg(50 * MB))).toBeUndefined()
    expect(textOf(checkMainUpload(jpeg(50 * MB + 1)))).toBe('文件大小不能超过 50 MB')
  })
  it('says that an upload succeeded', () => expect(UPLOAD_TEXTS.success).toBe('图片上传成功'))
})

describe('alternate uploader', () => {
  it('[UPLOAD-12] takes any image type', () => {
    for (const type of ['image/gif', 'image/bmp', 'image/avif', 'image/jpeg'])
      expect(checkAlternateUpload({ name: 'a', type, size: 5000 })).toBeUndefined()
    expect(checkAlternateUpload({ name: 'a.heic', type: '', size: 5000 })).toBeUndefined()
  })
  it('[UPLOAD-13] refuses what is no image', () => {
    expect(textOf(checkAlternateUpload({ name: 'a.txt', type: 'text/plain', size: 5000 }))).toBe('请选择图片文件')
    expect(textOf(checkAlternateUpload({ name: 'a.txt', type: '', size: 5000 }))).toBe('请选择图片文件')
  })
  it('[UPLOAD-14] takes exactly 10 MB and refuses one byte more', () => {
    expect(checkAlternateUpload(jpeg(10 * MB))).toBeUndefined()
    expect(textOf(checkAlternateUpload(jpeg(10 * MB + 1)))).toBe('文件大小不能超过10MB')
  })
})

describe('lists and limits of the other places', () => {
  it('[UPLOAD-15] provider formats', () =>
    expect(PROVIDER_FORMATS).toEqual(['jpeg', 'jpg', 'png', 'bmp', 'webp', 'tiff', 'tif']))
  it('[UPLOAD-16] storage also allows gif', () => {
    expect(STORAGE_FORMATS).toEqual(['jpeg', 'jpg', 'png', 'bmp', 'webp', 'tiff', 'tif', 'gif'])
  })
  it('[UPLOAD-26] storage limit', () => expect(STORAGE_MAX_BYTES).toBe(50 * MB))
  it('[UPLOAD-27] provider limit', () => expect(PROVIDER_MAX_BYTES).toBe(500 * MB))
  it('takes the FAQ list and the main list at home, up to 50 MB', () => {
    for (const format of ['jpg', 'jpeg', 'png', 'bmp', 'webp', ...MAIN_FORMATS]) expect(HOME_FORMATS).toContain(format)
    expect(checkHomeUpload({ name: 'a.bmp', type: 'image/bmp', size: 50 * MB })).toBeUndefined()
    expect(textOf(checkHomeUpload({ name: 'a.bmp', type: 'image/bmp', size: 50 * MB + 1 }))).toBe(
      '图片文件过大，最大支持 50MB',
    )
    expect(RECOMMENDED_MAX_BYTES).toBe(10 * MB)
  })
  it('names no type twice and believes a declared type more than an ending', () => {
    expect(mimeTypesOf(['jpeg', 'tiff', 'tif'])).toEqual(['image/jpeg', 'image/tiff', 'image/tif'])
    expect(isOfFormat({ name: 'a.jpg', type: 'application/pdf' }, ['jpg'])).toBe(false)
  })
  it('counts 5 anonymous uploads a day', () => expect(TRIAL_DAILY_QUOTA).toBe(5))
})

describe('shared validator', () => {
  it('[VALID-IMG-01] needs a file', () => expect(textOf(validateImage(undefined))).toBe('没有提供图片文件'))
  it('[VALID-IMG-02] names the limit in MB; the limit itself is allowed', () => {
    expect(validateImage(jpeg(20 * MB), { maxBytes: 20 * MB })).toBeUndefined()
    expect(textOf(validateImage(jpeg(20 * MB + 1), { maxBytes: 20 * MB }))).toBe('图片文件过大，最大支持 20MB')
  })
  it('[VALID-IMG-03] refuses 1023 bytes and takes 1024', () => {
    expect(textOf(validateImage(jpeg(1023)))).toBe('图片文件过小，可能不是有效图片')
    expect(validateImage(jpeg(1024))).toBeUndefined()
    expect(MIN_BYTES).toBe(1024)
  })
  it('[VALID-IMG-04] names the refused type and the list', () => {
    const problem = validateImage({ name: 'a.gif', type: 'image/gif', size: 5000 }, { formats: ['jpg', 'png'] })
    expect(textOf(problem)).toBe('不支持的图片格式: image/gif，支持格式: JPG, PNG')
  })
  it('[VALID-IMG-05] has 10 MB as default limit', () => {
    expect(VALIDATOR_DEFAULT_MAX_BYTES).toBe(10 * MB)
    expect(validateImage(jpeg(10 * MB))).toBeUndefined()
    expect(textOf(validateImage(jpeg(10 * MB + 1)))).toBe('图片文件过大，最大支持 10MB')
  })
})

describe('derived pictures and the current picture', () => {
  it('has the thumbnail defaults', () => {
    expect([THUMBNAIL_SIDE_PX, THUMBNAIL_QUALITY, THUMBNAIL_MIME_TYPE]).toEqual([200, 0.8, 'image/jpeg'])
    expect(thumbnailName('1/photo.final.png')).toBe('1/photo.final_thumb.jpg')
    expect(thumbnailName('a.b/photo')).toBe('a.b/photo_thumb.jpg')
  })
  it('writes sizes', () => {
    expect([sizeText(50 * MB), sizeText(1.55 * MB), sizeText(2048), sizeText(10)]).toEqual([
      '50 MB',
      '1.6 MB',
      '2 KB',
      '1 KB',
    ])
  })
})
