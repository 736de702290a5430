import { describe, expect, it } from 'vitest'
import { pictureOfUpload, toStored } from '../picture/current-picture.ts'
import { finishedJob, makeJob, makeUpload, RESULT, UPLOAD_ID } from '../testing/make-job.ts'
import {
  emptyWorkspace,
  flowStateOf,
  NO_PICTURE,
  statusOf,
  TAKEN_IN,
  type WorkspaceEvent,
  type WorkspaceState,
  type WorkspaceStatus,
  workspaceReducer,
} from './workspace-state.ts'

const file = new File(['x'], 'street.jpg', { type: 'image/jpeg' })
const picture = pictureOfUpload(makeUpload())
const error = { code: 'network-failed' }
const after = (...events: WorkspaceEvent[]): WorkspaceState => events.reduce(workspaceReducer, emptyWorkspace())

const EVENTS = {
  'file-chosen': { type: 'file-chosen', file },
  'file-refused': { type: 'file-refused', file, problem: error },
  'bytes-sent': { type: 'bytes-sent', sentBytes: 3, totalBytes: 10 },
  'upload-interrupted': { type: 'upload-interrupted' },
  'upload-failed': { type: 'upload-failed', problem: error },
  'upload-cancelled': { type: 'upload-cancelled' },
  'picture-held': { type: 'picture-held', picture },
  'picture-changed': { type: 'picture-changed', ...NO_PICTURE },
  'picture-released': { type: 'picture-released' },
  'run-started': { type: 'run-started', timeMs: 1 },
  'job-changed': { type: 'job-changed', job: finishedJob(), timeMs: 9 },
  'start-repeated': { type: 'start-repeated' },
  'start-refused': { type: 'start-refused', error },
  'job-lost': { type: 'job-lost', error },
  'cancel-requested': { type: 'cancel-requested' },
  'cancel-refused': { type: 'cancel-refused' },
  'task-discarded': { type: 'task-discarded' },
} as const satisfies Readonly<Record<WorkspaceEvent['type'], WorkspaceEvent>>
const hold = EVENTS['picture-held']
const start = EVENTS['run-started']
const choose = EVENTS['file-chosen']

const STATES: Readonly<Record<WorkspaceStatus, WorkspaceState>> = {
  idle: after(),
  uploading: after(choose),
  held: after(hold),
  running: after(hold, start),
  finished: after(hold, start, EVENTS['job-changed']),
  failed: after(hold, start, EVENTS['start-refused']),
}

/** Where each event leads from each status; `=` for an event that comes too late there and changes nothing at all. */
const TRANSITIONS: Readonly<Record<WorkspaceEvent['type'], Readonly<Record<WorkspaceStatus, WorkspaceStatus | '='>>>> =
  {
    'file-chosen': {
      idle: 'uploading',
      uploading: 'uploading',
      held: 'uploading',
      running: 'uploading',
      finished: 'uploading',
      failed: 'uploading',
    },
    'file-refused': {
      idle: 'idle',
      uploading: 'idle',
      held: 'held',
      running: 'running',
      finished: 'finished',
      failed: 'failed',
    },
    'bytes-sent': { idle: '=', uploading: 'uploading', held: '=', running: '=', finished: '=', failed: '=' },
    'upload-interrupted': { idle: '=', uploading: 'uploading', held: '=', running: '=', finished: '=', failed: '=' },
    'upload-failed': { idle: '=', uploading: 'idle', held: '=', running: '=', finished: '=', failed: '=' },
    'upload-cancelled': {
      idle: 'idle',
      uploading: 'idle',
      held: 'held',
      running: 'running',
      finished: 'finished',
      failed: 'failed',
    },
    'picture-held': {
      idle: 'held',
      uploading: 'held',
      held: 'held',
      running: 'held',
      finished: 'held',
      failed: 'held',
    },
    'picture-changed': {
      idle: 'idle',
      uploading: 'uploading',
      held: 'idle',
      running: 'running',
      finished: 'finished',
      failed: 'failed',
    },
    'picture-released': {
      idle: 'idle',
      uploading: 'idle',
      held: 'idle',
      running: 'idle',
      finished: 'idle',
      failed: 'idle',
    },
    'run-started': { idle: '=', uploading: '=', held: 'running', running: '=', finished: 'running', failed: 'running' },
    'job-changed': {
      idle: 'finished',
      uploading: 'uploading',
      held: 'finished',
      running: 'finished',
      finished: 'finished',
      failed: 'finished',
    },
    'start-repeated': { idle: '=', uploading: 'uploading', held: '=', running: 'running', finished: '=', failed: '=' },
    'start-refused': { idle: '=', uploading: 'uploading', held: '=', running: 'failed', finished: '=', failed: '=' },
    'job-lost': { idle: '=', uploading: 'uploading', held: '=', running: 'running', finished: '=', failed: '=' },
    'cancel-requested': {
      idle: '=',
      uploading: 'uploading',
      held: '=',
      running: 'running',
      finished: '=',
      failed: '=',
    },
    'cancel-refused': { idle: '=', uploading: 'uploading', held: '=', running: 'running', finished: '=', failed: '=' },
    'task-discarded': {
      idle: '=',
      uploading: 'uploading',
      held: '=',
      running: '=',
      finished: 'finished',
      failed: 'failed',
    },
  }

describe.each(Object.entries(TRANSITIONS))('%s', (type, targets) => {
  it.each(Object.entries(targets) as [WorkspaceStatus, WorkspaceStatus | '='][])('from %s leads to %s', (from, to) => {
    const state = STATES[from]
    expect(statusOf(state)).toBe(from)
    const next = workspaceReducer(state, EVENTS[type as WorkspaceEvent['type']])
    if (to === '=') expect(next).toBe(state)
    else expect(statusOf(next)).toBe(to)
    expect(TAKEN_IN[type as WorkspaceEvent['type']]?.includes(from) ?? true).toBe(to !== '=')
  })
})

it('[TOOL-13] the documented flow goes idle, uploading, held, processing, result; a failed run leaves its picture held', () => {
  expect(Object.values(STATES).map(flowStateOf)).toEqual(['idle', 'uploading', 'held', 'processing', 'result', 'held'])
})

it('without its picture a run that has ended is idle in the documented flow', () => {
  expect(flowStateOf(workspaceReducer(STATES.finished, EVENTS['picture-changed']))).toBe('idle')
  expect(flowStateOf(workspaceReducer(STATES.failed, EVENTS['picture-changed']))).toBe('idle')
})

it('another picture takes the result, the refused upload and the refused run with it', () => {
  const refused = after(hold, start, EVENTS['start-refused'], EVENTS['file-refused'])
  const next = workspaceReducer(refused, hold)
  expect(next).toEqual(after(hold))
  expect(workspaceReducer(STATES.finished, hold).run.job).toBeUndefined()
})

it('a shared picture that arrives while a run goes on is sent, and the run comes back when that is cancelled', () => {
  const both = workspaceReducer(STATES.running, choose)
  const moved = workspaceReducer(both, {
    type: 'job-changed',
    job: makeJob({ status: 'processing', progress: 40 }),
    timeMs: 5,
  })
  expect(moved.run.task?.progress).toBe(40)
  expect(statusOf(workspaceReducer(moved, EVENTS['upload-cancelled']))).toBe('running')
})

it('a cancelled run leaves the current picture, a renewed result stays finished', () => {
  const cancelled = makeJob({ status: 'failed', error: { code: 'processing-cancelled' } })
  expect(workspaceReducer(STATES.running, { type: 'job-changed', job: cancelled, timeMs: 5 })).toEqual(STATES.held)
  const renewed = finishedJob({ result: { ...RESULT, downloadAddress: '/files/newer' } })
  const state = workspaceReducer(STATES.finished, { type: 'job-changed', job: renewed, timeMs: 20 })
  expect(state.run.job?.result?.downloadAddress).toBe('/files/newer')
  expect(statusOf(state)).toBe('finished')
})

it('each release begins the upload area anew', () => {
  expect(after(hold, EVENTS['picture-released']).releases).toBe(1)
  expect(after(EVENTS['picture-released'], hold, EVENTS['picture-released']).releases).toBe(2)
})

/** The members of the row in its own words, out of what the product keeps. */
function membersOf(state: WorkspaceState) {
  const stored = state.picture && toStored(state.picture, 1)
  const flow = flowStateOf(state)
  return {
    currentImage: stored?.currentImage,
    storageInfo: stored?.storageInfo,
    originalFile: state.upload.file ?? state.upload.about,
    loading: state.picture !== undefined && !state.isConfirmed && !state.isUnreachable,
    uploading: flow === 'uploading',
    processing: flow === 'processing',
    error: state.upload.problem ?? state.run.error,
  }
}
const NOTHING = {
  currentImage: undefined,
  storageInfo: undefined,
  originalFile: undefined,
  loading: false,
  uploading: false,
  processing: false,
  error: undefined,
}
const HELD = {
  ...NOTHING,
  currentImage: {
    url: '/files/view',
    name: 'street.jpg',
    size: 300_000,
    type: 'image/jpeg',
    width: 1200,
    height: 800,
  },
  storageInfo: {
    url: '/files/view',
    key: UPLOAD_ID,
    uploadId: UPLOAD_ID,
    thumbnailUrl: '/files/thumb',
    uploaded: true,
  },
}
it.each([
  ['nothing chosen', after(), NOTHING],
  ['uploading', after(choose), { ...NOTHING, originalFile: file, uploading: true }],
  ['refused', after(EVENTS['file-refused']), { ...NOTHING, originalFile: file, error }],
  ['not sent', after(choose, EVENTS['upload-failed']), { ...NOTHING, originalFile: file, error }],
  ['found again, not answered yet', emptyWorkspace({ ...NO_PICTURE, picture }), { ...HELD, loading: true }],
  ['held', after(hold), HELD],
  ['processing', after(hold, start), { ...HELD, processing: true }],
  ['failed', after(hold, start, EVENTS['start-refused']), { ...HELD, error }],
])(
  '[DATA-PROC-22] the state of the current picture has image, original file, storage, three flags and error: %s',
  (_title, state, members) => {
    expect(membersOf(state)).toEqual(members)
  },
)
