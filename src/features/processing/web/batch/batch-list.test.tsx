// @vitest-environment jsdom
// What is offered beside a picture that did not make it: another try only where one may help.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { UploadRefused } from '../picture/upload-picture.ts'
import { finishedJob, makeJob, makeUpload } from '../testing/make-job.ts'
import { Batch, type BatchCalls } from './batch.ts'
import { BatchList } from './batch-list.tsx'

beforeAll(prepareDom)
afterEach(cleanup)

const model = modelByKey('denoise/normal')!
const named = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

function List({ batch }: { readonly batch: Batch }) {
  const { items } = useSyncExternalStore(batch.subscribe, batch.state)
  return <BatchList model={model} batch={batch} items={items} />
}

function show(calls: Partial<BatchCalls>) {
  const batch = new Batch({
    check: () => undefined,
    upload: async () => makeUpload(),
    makeStart: () => async () => makeJob(),
    watch: async () => finishedJob(),
    cancel: async () => {},
    onSettled: () => {},
    ...calls,
  })
  renderPage(<List batch={batch} />)
  batch.add([named('海边.jpg')])
  batch.start()
}

/** A batch whose first upload is refused so. */
function showRefused(code: string) {
  const upload = vi.fn<BatchCalls['upload']>(async () => makeUpload())
  upload.mockRejectedValueOnce(new UploadRefused(code))
  show({ upload })
  return { sent: () => upload.mock.calls.map(([file]) => file.name) }
}
const row = () => within(screen.getByRole('listitem'))
const actions = () =>
  row()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

it('a file that is gone says so and is chosen again or taken out: sending it again can never work', async () => {
  const { sent } = showRefused('file-gone')
  await waitFor(() => expect(actions()).toEqual(['重新选择', '移除']))
  expect(row().getByText('读取文件失败，可能已被移动、修改或删除，请重新选择')).toBeTruthy()
  const chooser = row().getByLabelText('重新选择：海边.jpg', { selector: 'input' }) as HTMLInputElement
  // A browser tells of the same file again only where the field was emptied.
  const emptied = vi.spyOn(chooser, 'value', 'set')
  fireEvent.change(chooser, { target: { files: [named('海边（副本）.jpg')] } })
  expect(emptied).toHaveBeenCalledWith('')
  await waitFor(() => expect(row().getByText(/已完成/)).toBeTruthy())
  expect(sent()).toEqual(['海边.jpg', '海边（副本）.jpg'])
})

it('a file that the server could not read to its end is sent again', async () => {
  const { sent } = showRefused('file-unreadable')
  await waitFor(() => expect(actions()).toEqual(['重试', '移除']))
  expect(row().getByText('读取文件失败')).toBeTruthy()
  fireEvent.click(row().getByRole('button', { name: '重试：海边.jpg' }))
  await waitFor(() => expect(row().getByText(/已完成/)).toBeTruthy())
  expect(sent()).toEqual(['海边.jpg', '海边.jpg'])
})

it('a picture that no tool can work on gives way to another one', async () => {
  showRefused('corrupt')
  await waitFor(() => expect(actions()).toEqual(['换一张', '移除']))
})

it('a run that is no longer seen is looked for again; it is neither tried anew nor taken out', async () => {
  const watch = vi.fn<BatchCalls['watch']>(async () => finishedJob())
  watch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show({ watch })
  await waitFor(() => expect(actions()).toEqual(['重新连接']))
  expect(row().getByText(/暂时收不到进度/)).toBeTruthy()
  fireEvent.click(row().getByRole('button', { name: '重新连接：海边.jpg' }))
  await waitFor(() => expect(row().getByText(/已完成/)).toBeTruthy())
})
