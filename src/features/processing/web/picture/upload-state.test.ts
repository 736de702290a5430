import { expect, it } from 'vitest'
import { NO_UPLOAD, type UploadEvent, uploadReducer } from './upload-state.ts'

const file = new File(['x'], 'street.jpg', { type: 'image/jpeg' })
const after = (...events: UploadEvent[]) => events.reduce(uploadReducer, NO_UPLOAD)
const failWith = (code: string) => after({ type: 'file-chosen', file }, { type: 'upload-failed', problem: { code } })

it('counts the bytes that were sent', () => {
  const state = after({ type: 'file-chosen', file }, { type: 'bytes-sent', sentBytes: 3, totalBytes: 10 })
  expect(state).toMatchObject({ phase: 'uploading', file, sentBytes: 3, totalBytes: 10 })
})

it('keeps the file after a lost network, so that it can be sent again', () => {
  expect(failWith('network-failed')).toMatchObject({ phase: 'idle', file, problem: { code: 'network-failed' } })
})

it('[UPLOAD-25] clears the picture when the storage has failed', () => {
  expect(failWith('storage-failed')).toMatchObject({ phase: 'idle', file: undefined })
})

it.each(['image-type', 'file-gone'])('drops a file after %s: sending it again would end the same', (code) => {
  expect(failWith(code).file).toBeUndefined()
})

it('keeps a file that broke off on its way to the server', () => {
  expect(failWith('file-unreadable').file).toBe(file)
})

it('names the file that a problem is about, until another is chosen', () => {
  const refused = after({ type: 'file-refused', file, problem: { code: 'upload-size-main' } })
  expect(refused).toMatchObject({ about: file, file: undefined })
  expect(failWith('image-type').about).toBe(file)
  expect(uploadReducer(refused, { type: 'file-chosen', file }).about).toBeUndefined()
})
