// Stands in for `picture/upload-picture.ts`: its errors are real, its transfer is the test's.
import { vi } from 'vitest'

type Real = typeof import('../picture/upload-picture.ts')
export const { UploadRefused } = await vi.importActual<Real>('../picture/upload-picture.ts')
export const uploadPicture = vi.fn<Real['uploadPicture']>()
