// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { HISTORY_BATCH_MAX } from '#rulebook/history/history.ts'
import { HistoryActionsContext } from './history-actions.ts'
import { historyClient } from './history-client.ts'
import { HistoryPage } from './history-page.tsx'
import { entry } from './testing/make-entry.ts'

vi.mock('./history-client.ts', () => ({ historyClient: { list: vi.fn(), stats: vi.fn() } }))
const actions = { compare: vi.fn(), processOriginal: vi.fn(), processResult: vi.fn(), ShareButton: () => null }

beforeAll(prepareDom)

it('[HIST-07] as many are selected at once as one call takes, and meanwhile no other', async () => {
  const entries = Array.from({ length: HISTORY_BATCH_MAX + 1 }, (_, index) => entry(index))
  vi.mocked(historyClient.list).mockResolvedValue({ entries, hasMore: false })
  renderPage(
    <HistoryActionsContext value={actions}>
      <HistoryPage />
    </HistoryActionsContext>,
  )
  await screen.findByText('photo-1.jpg')
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  for (const box of boxes.slice(0, -1)) fireEvent.click(box)
  const last = boxes.at(-1)!
  expect(screen.getByText('已选择 50 张，一次最多 50 张')).toBeTruthy()
  expect(boxes.filter(({ disabled }) => disabled)).toEqual([last])
  fireEvent.click(boxes[0]!)
  expect(screen.getByText('已选择 49 张')).toBeTruthy()
  expect(last.disabled).toBe(false)
})
