// @vitest-environment jsdom
// Choosing a picture of the own history: what is offered, by keyboard too, and every state of the dialog.
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import type { RecordsEntry } from '../../records-contract.ts'
import { finishedJob, JOB_ID, makeJob, makeUpload, UPLOAD_ID } from '../testing/make-job.ts'
import { recentPicturesOf } from './recent-pictures.ts'
import { RecentPicturesDialog } from './recent-pictures-dialog.tsx'
import { recordsClient } from './records-client.ts'

vi.mock('./records-client.ts', () => ({ recordsClient: { list: vi.fn() } }))
const { list } = vi.mocked(recordsClient, { deep: true })

const entry = (records: RecordsEntry['records'], changes: Partial<RecordsEntry> = {}): RecordsEntry => ({
  ...makeUpload(),
  records,
  ...changes,
})
const onChoose = vi.fn()
const onClose = vi.fn()
const show = () => renderPage(<RecentPicturesDialog isOpen onChoose={onChoose} onClose={onClose} />)

beforeAll(prepareDom)
beforeEach(() => vi.clearAllMocks())

it('results stand before their original; failed, running and removed ones are left out', () => {
  const records = [finishedJob(), makeJob({ status: 'failed' }), finishedJob({ filesRemoved: true })]
  const kinds = (pictures: ReturnType<typeof recentPicturesOf>) => pictures.map(({ kind }) => kind)
  expect(kinds(recentPicturesOf([entry(records)]))).toEqual(['result', 'original'])
  expect(kinds(recentPicturesOf([entry(records, { filesRemoved: true })]))).toEqual(['result'])
})

it('a chosen picture is handed over as it can be started, and the dialog closes', async () => {
  list.mockResolvedValue({ entries: [entry([finishedJob()])], hasMore: false })
  show()
  fireEvent.click(await screen.findByRole('button', { name: '处理结果：street.jpg，2400 × 1600 像素' }))
  expect(onChoose.mock.calls[0]?.[0]).toMatchObject({ source: { parentJobId: JOB_ID }, width: 2400 })
  fireEvent.click(screen.getByRole('button', { name: '原图：street.jpg，1200 × 800 像素' }))
  expect(onChoose.mock.calls[1]?.[0]).toMatchObject({ source: { uploadId: UPLOAD_ID } })
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('without pictures it says how they come here', async () => {
  list.mockResolvedValue({ entries: [], hasMore: false })
  show()
  expect(await screen.findByText('还没有可用的图片')).toBeTruthy()
})

it('a list that did not come can be asked for again', async () => {
  list.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  list.mockResolvedValue({ entries: [entry([])], hasMore: false })
  show()
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  expect(await screen.findByRole('button', { name: /^原图：street\.jpg/ })).toBeTruthy()
})

it('further pages follow on request', async () => {
  list.mockResolvedValueOnce({ entries: [entry([])], hasMore: true })
  const second = '0f0f0f0f-1111-4222-8333-444444444445'
  list.mockResolvedValue({ entries: [entry([], { id: second, originalFilename: 'older.jpg' })], hasMore: false })
  show()
  fireEvent.click(await screen.findByRole('button', { name: '显示更多' }))
  expect(await screen.findByRole('button', { name: /^原图：older\.jpg/ })).toBeTruthy()
  expect(list.mock.calls.map(([input]) => input?.offset)).toEqual([0, 20])
})
