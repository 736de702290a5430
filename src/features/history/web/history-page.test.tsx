// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import type { HistoryEntry, HistoryJob } from '../contract.ts'
import { HistoryActionsContext } from './history-actions.ts'
import { historyClient } from './history-client.ts'
import { HistoryPage } from './history-page.tsx'
import { entry, record } from './testing/make-entry.ts'

vi.mock('./history-client.ts', () => ({
  historyClient: {
    list: vi.fn(),
    stats: vi.fn(),
    remove: vi.fn(),
    cleanupPreview: vi.fn(),
    cleanup: vi.fn(),
    archive: vi.fn(),
  },
}))
const { list, stats, remove, cleanupPreview, cleanup, archive } = vi.mocked(historyClient, { deep: true })
const actions = { compare: vi.fn(), processOriginal: vi.fn(), processResult: vi.fn(), ShareButton: () => null }
const showPage = (options?: Parameters<typeof renderPage>[1]) =>
  renderPage(
    <HistoryActionsContext value={actions}>
      <HistoryPage />
    </HistoryActionsContext>,
    options,
  )

const page = (entries: HistoryEntry[]) => ({ entries, hasMore: false })
const many = (count: number, from = 1) => Array.from({ length: count }, (_, index) => entry(from + index))
const show = (...entries: HistoryEntry[]) => {
  list.mockResolvedValue(page(entries))
  return showPage()
}
const item = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement

beforeAll(prepareDom)
beforeEach(() => {
  vi.clearAllMocks()
  stats.mockResolvedValue({
    totalUploads: 12,
    totalProcessing: 34,
    completedProcessing: 31,
    totalStorageUsed: 5 * 1024 * 1024,
    totalCreditsUsed: 77,
    monthlyUploads: 3,
    monthlyProcessing: 4,
  })
})

it('[HIST-01] lists uploads with their processing records', async () => {
  show(entry(1, { records: [record()] }))
  const row = await item('photo-1.jpg')
  expect(within(row).getByText('降噪 · 强力降噪')).toBeTruthy()
  expect(within(row).getByText('文件保留至 2026-02-04')).toBeTruthy()
})

it('a result with added detail says so, one of the same tool without it and unfinished runs do not', async () => {
  const generative = { modelKey: 'enhance/generative/redefine', processType: 'enhance-generative' }
  const invented = { ...record().result!, hasInventedDetail: true }
  show(
    entry(1, { records: [record({ ...generative, result: invented })] }),
    entry(2, { records: [record(generative)] }),
    entry(3, { records: [record({ ...generative, status: 'failed', result: null })] }),
  )
  expect(within(await item('photo-1.jpg')).getByText('AI 补充细节')).toBeTruthy()
  for (const name of ['photo-2.jpg', 'photo-3.jpg'])
    expect(within(await item(name)).queryByText('AI 补充细节')).toBeNull()
})

it('[HIST-02] shows the statistics', async () => {
  show()
  for (const text of ['12', '34', '31', '77', '5 MB']) expect(await screen.findByText(text)).toBeTruthy()
})

it('[HIST-03] [HIST-04] loads 10 per page and offers more only after a full page', async () => {
  list.mockResolvedValueOnce(page(many(10))).mockResolvedValueOnce(page(many(1, 11)))
  showPage()
  fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
  await item('photo-11.jpg')
  expect(list.mock.calls.map(([input]) => input)).toEqual([
    { limit: 10, offset: 0 },
    { limit: 10, offset: 10 },
  ])
  expect(screen.getAllByRole('checkbox')).toHaveLength(11)
  await waitFor(() => expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull())
})

it.each([
  ['[HIST-14] completed', record(), '已完成'],
  [
    '[HIST-15] [STATE-04] [STATE-10] processing',
    record({ status: 'processing', progress: 40, result: null }),
    '处理中',
  ],
  ['[HIST-15] [STATE-10] pending', record({ status: 'pending', progress: 0, result: null }), '处理中'],
  ['[HIST-16] failed', record({ status: 'failed', result: null, error: { code: 'processing-timeout' } }), '失败'],
  ['[HIST-17] anything else', record({ status: 'archived' as HistoryJob['status'], result: null }), '未知'],
])('%s has its status label', async (_title, run, label) => {
  show(entry(1, { records: [run] }))
  expect(within(await item('photo-1.jpg')).getByText(label)).toBeTruthy()
})

it('[HIST-13] an upload without a record reads 仅上传', async () => {
  show(entry(1))
  expect(within(await item('photo-1.jpg')).getByText('仅上传')).toBeTruthy()
})

it('the filter calls such an upload 未处理, beside the words of the runs', async () => {
  show(entry(1))
  await item('photo-1.jpg')
  const states = within(screen.getByRole('combobox', { name: '状态' })).getAllByRole('option')
  expect(states.map(({ textContent }) => textContent)).toEqual(['全部状态', '处理中', '已完成', '失败', '未处理'])
})

it('a failed run tells why', async () => {
  show(entry(1, { records: [record({ status: 'failed', result: null, error: { code: 'processing-timeout' } })] }))
  expect(within(await item('photo-1.jpg')).getByText('处理超时，请稍后重试')).toBeTruthy()
})

it('a run whose credits came back by an operator says so', async () => {
  show(entry(1, { records: [record({ creditsConsumed: 2, creditsGivenBack: 2 })] }))
  const shown = within(await item('photo-1.jpg'))
  expect(shown.getByText(/客服已退回 2 积分/)).toBeTruthy()
  expect(shown.queryByText(/ 2 积分$/)?.textContent ?? '').not.toMatch(/· 2 积分/)
})

it('a result that came after the limit is there, and says that it cost nothing (C-13)', async () => {
  show(entry(1, { records: [record({ status: 'failed', creditsConsumed: 0, error: { code: 'processing-timeout' } })] }))
  const shown = within(await item('photo-1.jpg'))
  expect(shown.getByText('结果来得晚了些，已为您保留，没有消耗积分')).toBeTruthy()
  expect(shown.getByRole('button', { name: '下载 photo-1.jpg' })).toBeTruthy()
  expect(shown.queryByText('处理超时，请稍后重试')).toBeNull()
})

it('[HIST-06] deletes one upload after a confirmation', async () => {
  remove.mockResolvedValue({ removed: 1 })
  show(entry(1), entry(2))
  fireEvent.click(within(await item('photo-2.jpg')).getByRole('button', { name: '删除 photo-2.jpg' }))
  expect(remove).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: '删除' }))
  expect(await screen.findByText('删除成功')).toBeTruthy()
  expect(remove.mock.calls[0]?.[0]).toEqual({ uploadIds: [entry(2).id] })
})

it.each([
  ['completed', false],
  ['processing', true],
] as const)('before a deletion, of runs under way is spoken where there is one: %s, %s', async (status, isTold) => {
  show(entry(1, { records: [record({ status })] }), entry(2, { records: [record({ status: 'processing' })] }))
  fireEvent.click(await screen.findByRole('button', { name: '删除 photo-1.jpg' }))
  const dialog = await screen.findByRole('dialog', { name: '删除这张图片？' })
  expect(dialog.textContent).toContain('将删除 1 张图片及其全部处理结果，无法恢复。')
  expect(dialog.textContent?.includes('正在进行的处理会取消')).toBe(isTold)
})

it('before a deletion, who pays nothing for runs reads of no credits', async () => {
  list.mockResolvedValue(page([entry(1, { records: [record({ status: 'processing' })] })]))
  showPage({ session: { userType: 'vip' } })
  fireEvent.click(await screen.findByRole('button', { name: '删除 photo-1.jpg' }))
  const dialog = await screen.findByRole('dialog', { name: '删除这张图片？' })
  expect(dialog.textContent).toContain('正在进行的处理会取消。')
  expect(dialog.textContent).not.toContain('积分')
})

it('[HIST-07] deletes several uploads at once', async () => {
  remove.mockResolvedValue({ removed: 2 })
  show(entry(1), entry(2), entry(3))
  await item('photo-1.jpg')
  for (const box of screen.getAllByRole('checkbox').slice(0, 2)) fireEvent.click(box)
  fireEvent.click(screen.getByRole('button', { name: '批量删除' }))
  fireEvent.click(await screen.findByRole('button', { name: '删除' }))
  expect(await screen.findByText('批量删除成功')).toBeTruthy()
  expect(remove.mock.calls[0]?.[0]).toEqual({ uploadIds: [entry(1).id, entry(2).id] })
})

it('expired files say so and offer no download', async () => {
  show(entry(1, { filesRemoved: true, records: [record({ filesRemoved: true })] }))
  const row = await item('photo-1.jpg')
  expect(within(row).getAllByText('文件已过期')).toHaveLength(2)
  expect(within(row).queryByRole('button', { name: '下载 photo-1.jpg' })).toBeNull()
  expect(within(row).getAllByTestId('thumbnail-placeholder')).toHaveLength(2)
})

it('entries of overlapping pages are shown once', async () => {
  list.mockResolvedValueOnce(page(many(10))).mockResolvedValueOnce(page(many(2, 10)))
  showPage()
  fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
  await item('photo-11.jpg')
  expect(screen.getAllByRole('checkbox')).toHaveLength(11)
})

it('tiers with batch_process get one archive of the selected results', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 200 }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  archive.mockResolvedValue({ address: '/api/history/archive?ticket=t', files: 2, sizeBytes: 3 * 1024 * 1024 })
  list.mockResolvedValue(page([entry(1), entry(2)]))
  showPage({ session: { userType: 'premium' } })
  await item('photo-1.jpg')
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box)
  fireEvent.click(screen.getByRole('button', { name: '批量下载' }))
  expect(await screen.findByText('开始下载 2 个结果，共 3 MB')).toBeTruthy()
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1))
  expect(archive.mock.calls[0]?.[0]).toEqual({ uploadIds: [entry(1).id, entry(2).id] })
  vi.restoreAllMocks()
})

it('narrows the list by name, tool and state; a filter that nothing fits can be cleared', async () => {
  list.mockImplementation(async (input) => page(input?.tool ? [] : [entry(1)]))
  showPage()
  await item('photo-1.jpg')
  fireEvent.click(screen.getByRole('checkbox'))
  expect(screen.getByRole('button', { name: '批量下载' })).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: '工具' }), { target: { value: 'denoise' } })
  expect(await screen.findByText('没有符合条件的记录')).toBeTruthy()
  // What nobody sees is not selected: it would be deleted unseen.
  expect(screen.queryByRole('button', { name: '批量下载' })).toBeNull()
  expect(list.mock.lastCall?.[0]).toEqual({ limit: 10, offset: 0, tool: 'denoise' })
  fireEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  await item('photo-1.jpg')
  fireEvent.change(screen.getByRole('combobox', { name: '状态' }), { target: { value: 'failed' } })
  fireEvent.change(screen.getByRole('searchbox', { name: '搜索文件名、工具或画面问题' }), {
    target: { value: ' 外婆 ' },
  })
  await waitFor(() =>
    expect(list.mock.lastCall?.[0]).toEqual({ limit: 10, offset: 0, state: 'failed', search: '外婆' }),
  )
})

it('[HIST-09] the cleanup dialog says beforehand how much goes and afterwards what was freed', async () => {
  cleanupPreview.mockResolvedValue({ uploads: 3, records: 7, sizeBytes: 5 * 1024 * 1024 })
  cleanup.mockResolvedValue({ uploads: 3, records: 7, sizeBytes: 5 * 1024 * 1024 })
  show(entry(1))
  await item('photo-1.jpg')
  fireEvent.click(screen.getByRole('button', { name: '清理旧记录' }))
  const dialog = await screen.findByRole('dialog', { name: '清理 30 天前的记录' })
  expect(await within(dialog).findByText(/将删除 3 张图片和 7 条处理记录，释放 5 MB/)).toBeTruthy()
  expect(cleanup).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: '清理' }))
  expect(await screen.findByText('清理完成：已删除 3 张图片和 7 条记录，释放 5 MB')).toBeTruthy()
})

it('the cleanup dialog with nothing to clean offers only the way back', async () => {
  cleanupPreview.mockResolvedValue({ uploads: 0, records: 0, sizeBytes: 0 })
  show(entry(1))
  await item('photo-1.jpg')
  fireEvent.click(screen.getByRole('button', { name: '清理旧记录' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('没有 30 天前的记录，无需清理。')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: '清理' })).toBeNull()
})

it('a run can be looked at again, run again from its original, and continued from its result', async () => {
  const run = record()
  show(entry(1, { records: [run] }))
  const row = await item('photo-1.jpg')
  fireEvent.click(within(row).getByRole('button', { name: '对比 photo-1.jpg 处理前后' }))
  expect(actions.compare).toHaveBeenCalledWith(expect.objectContaining({ id: entry(1).id }), run)
  fireEvent.click(within(row).getByRole('button', { name: '再次处理 photo-1.jpg' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '用原图重新处理' }))
  expect(actions.processOriginal).toHaveBeenLastCalledWith(
    expect.objectContaining({ id: entry(1).id }),
    '/ai/denoise/strong',
  )
  fireEvent.click(within(row).getByRole('button', { name: '再次处理 photo-1.jpg' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '继续优化这个结果' }))
  expect(actions.processResult).toHaveBeenLastCalledWith(run, '/ai')
})
