// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { finishedJob, makeUpload, UPLOAD_ID } from '../testing/make-job.ts'
import { currentPicture, fromStored, pictureOfResult, pictureOfUpload, toStored } from './current-picture.ts'

afterEach(() => {
  currentPicture.set(undefined)
})

it('[DATA-PROC-23] a current picture is kept in session storage under selected-image with a timestamp', () => {
  const beforeMs = Date.now()
  currentPicture.set(pictureOfUpload(makeUpload()))
  const stored = JSON.parse(sessionStorage.getItem('selected-image') ?? '')
  expect(stored.timestamp).toBeGreaterThanOrEqual(beforeMs)
  expect(stored.currentImage).toEqual({
    url: '/files/view',
    name: 'street.jpg',
    size: 300_000,
    type: 'image/jpeg',
    width: 1200,
    height: 800,
  })
  expect(stored.storageInfo).toEqual({
    url: '/files/view',
    key: UPLOAD_ID,
    uploadId: UPLOAD_ID,
    thumbnailUrl: '/files/thumb',
    uploaded: true,
  })
  currentPicture.set(undefined)
  expect(sessionStorage.getItem('selected-image')).toBeNull()
})

it('an upload and a result come back from storage as they were held', () => {
  for (const picture of [pictureOfUpload(makeUpload()), pictureOfResult(finishedJob())!])
    expect(fromStored(JSON.stringify(toStored(picture, 1)))).toEqual(picture)
})

it('anything else in that place is no picture', () => {
  const noSource = { ...toStored(pictureOfUpload(makeUpload()), 1), storageInfo: undefined }
  const noSize = toStored(pictureOfUpload(makeUpload({ width: 0 })), 1)
  for (const text of [null, '', '{', '{}', '"x"', JSON.stringify(noSource), JSON.stringify(noSize)])
    expect(fromStored(text)).toBeUndefined()
})
