// Jobs, uploads and pictures for the tests of this folder.
import type { Job, Upload } from '../../contract.ts'

export const UPLOAD_ID = '0f0f0f0f-1111-4222-8333-444444444444'
export const JOB_ID = 'aaaaaaaa-1111-4222-8333-555555555555'

export const makeUpload = (changes: Partial<Upload> = {}): Upload => ({
  id: UPLOAD_ID,
  originalFilename: 'street.jpg',
  fileSize: 300_000,
  mimeType: 'image/jpeg',
  width: 1200,
  height: 800,
  thumbnailAddress: '/files/thumb',
  viewAddress: '/files/view',
  createdAt: '2026-01-01T00:00:00.000Z',
  filesKeptUntil: '2026-01-31T00:00:00.000Z',
  filesRemoved: false,
  ...changes,
})

export const RESULT: NonNullable<Job['result']> = {
  width: 2400,
  height: 1600,
  thumbnailAddress: '/files/result-thumb',
  viewAddress: '/files/result-view',
  downloadAddress: '/files/result-download',
  sizeBytes: 4_300_000,
  kept: null,
  hasAlpha: false,
  processingSeconds: 7.4,
  estimates: {},
  hasInventedDetail: false,
}

export const makeJob = (changes: Partial<Job> = {}): Job => ({
  id: JOB_ID,
  uploadId: UPLOAD_ID,
  parentId: null,
  modelKey: 'denoise/normal',
  processType: 'denoise',
  mode: 'auto',
  params: {},
  originalFilename: 'street.jpg',
  status: 'pending',
  progress: 0,
  stage: 'queued',
  waitingBefore: 0,
  creditsHeld: 2,
  creditsGivenBack: 0,
  noEffect: null,
  creditsConsumed: 0,
  aiService: 'local',
  error: null,
  result: null,
  filesRemoved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  completedAt: null,
  usual: null,
  ...changes,
})

export const finishedJob = (changes: Partial<Job> = {}): Job =>
  makeJob({ status: 'completed', progress: 100, creditsConsumed: 2, result: RESULT, ...changes })
