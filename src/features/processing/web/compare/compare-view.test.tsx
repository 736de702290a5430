// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { processingClient } from '../processing-client.ts'
import { CompareView } from './compare-view.tsx'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
// jsdom lays nothing out.
vi.mock('./use-pane-size.ts', () => ({ usePaneSize: () => PANE }))
const PANE = vi.hoisted(() => ({ width: 800, height: 600 }))

const client = vi.mocked(processingClient, { deep: true })
const SIZE = { width: 8000, height: 6000 }
const UPLOAD = '11111111-1111-4111-8111-111111111111'
const JOB = '22222222-2222-4222-8222-222222222222'
const levels = [{ ...SIZE, addresses: Array.from({ length: 48 }, (_, index) => `/files/tile-${index}`) }]

const show = (onFail?: () => void) =>
  renderPage(
    <CompareView
      name="山.jpg"
      before={{ ...SIZE, address: '/files/before', tilesOf: { uploadId: UPLOAD } }}
      after={{ ...SIZE, address: '/files/after', fullAddress: '/files/full', tilesOf: { parentJobId: JOB } }}
      onFail={onFail}
    />,
  )
const stage = () => screen.getByRole('group', { name: COMPARE_TEXTS.label })
const key = (name: string) => fireEvent.keyDown(stage(), { key: name })
const handle = () => screen.getByRole('slider', { name: COMPARE_TEXTS.handle })
const tileSources = () =>
  [...document.querySelectorAll<HTMLImageElement>('[data-tile]')].map((tile) => tile.getAttribute('src'))
/** The light versions have arrived, 4096 pixels wide. */
function arrive(): void {
  for (const picture of screen.getAllByRole('img')) {
    Object.defineProperty(picture, 'naturalWidth', { value: 4096, configurable: true })
    fireEvent.load(picture)
  }
}

beforeAll(prepareDom)
beforeEach(() => {
  vi.clearAllMocks()
  client.uploads.tiles.mockResolvedValue({ tilePx: 1024, levels })
  client.jobs.tiles.mockResolvedValue({ tilePx: 1024, levels })
})

it('[PROD-05] shows both states with a slider that tells its value, and both sizes', () => {
  show()
  expect(screen.getByRole('img', { name: '山.jpg，处理前' })).toBeTruthy()
  expect(screen.getByRole('img', { name: '山.jpg，处理后' })).toBeTruthy()
  expect(handle().getAttribute('aria-valuenow')).toBe('50')
  fireEvent.keyDown(handle(), { key: 'Home' })
  expect(handle().getAttribute('aria-valuetext')).toBe('左侧 0% 为处理前')
  expect(screen.getByText('处理前 8000 × 6000')).toBeTruthy()
})

it('[TOOL-03] before there is a result the photo stands plain: nothing over it, nothing to pull, no word of a comparison (decision 0212)', () => {
  renderPage(<CompareView name="山.jpg" before={{ ...SIZE, address: '/files/before' }} />)
  expect(screen.getByRole('img', { name: '山.jpg，处理前' })).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(document.querySelector('[data-curtain], [data-divider]')).toBeNull()
  const plain = screen.getByRole('group', { name: COMPARE_TEXTS.plainLabel })
  expect(plain.textContent).toBe(COMPARE_TEXTS.plainKeys)
  fireEvent.keyDown(plain, { key: '1' })
  expect(screen.getByText('缩放 100%')).toBeTruthy()
  fireEvent.keyDown(plain, { key: '?' })
  expect(screen.getByRole('dialog').textContent).not.toMatch(/滑块|对比|处理前|处理后/)
})

it('asks for tiles only at a close look, and loads those in the window', async () => {
  show()
  arrive()
  expect(client.jobs.tiles).not.toHaveBeenCalled()
  key('1')
  await waitFor(() => expect(tileSources().length).toBeGreaterThan(1))
  expect(client.uploads.tiles.mock.calls[0]?.[0]).toEqual({ id: UPLOAD })
  expect(client.jobs.tiles.mock.calls[0]?.[0]).toEqual({ id: JOB })
  expect(tileSources().length).toBeLessThan(16)
  expect(tileSources()).toContain('/files/tile-20') // under the middle
  expect(tileSources()).not.toContain('/files/tile-0')
})

it('without tiles the whole file takes their place, and nothing is lost', async () => {
  client.jobs.tiles.mockResolvedValue({ tilePx: 1024, levels: [] })
  client.uploads.tiles.mockRejectedValue(new Error('offline'))
  const decoded: string[] = []
  // jsdom does not know it
  HTMLImageElement.prototype.decode = async function () {
    decoded.push(this.getAttribute('src')!)
  }
  show()
  arrive()
  key('1')
  await waitFor(() =>
    expect(screen.getByRole('img', { name: '山.jpg，处理后' }).getAttribute('src')).toBe('/files/full'),
  )
  expect(decoded).toEqual(['/files/full'])
  expect(screen.getByRole('img', { name: '山.jpg，处理前' }).getAttribute('src')).toBe('/files/before')
})

it('[ERR-PROC-12] says that a picture did not load, and its owner hears of it', () => {
  const onFail = vi.fn()
  show(onFail)
  fireEvent.error(screen.getByRole('img', { name: '山.jpg，处理前' }))
  expect(onFail).toHaveBeenCalledOnce()
  expect(screen.getByText(/^图片加载失败/)).toBeTruthy()
})

it.each([
  ['at a press', () => fireEvent.click(screen.getAllByRole('button', { name: '重试' })[0]!)],
  ['when the network is back', () => fireEvent(window, new Event('online'))],
])('every picture that did not load is asked for again %s', (_name, again) => {
  show()
  const pictures = () => ['处理前', '处理后'].map((side) => screen.getByRole('img', { name: `山.jpg，${side}` }))
  const missing = pictures()
  for (const picture of missing) fireEvent.error(picture)
  again()
  expect(screen.queryByText(/^图片加载失败/)).toBeNull()
  for (const [place, picture] of pictures().entries()) expect(picture).not.toBe(missing[place])
})

it('the press that asks again leaves the keys of the view with the keyboard, and is no part of what is read out', () => {
  show()
  fireEvent.error(screen.getByRole('img', { name: '山.jpg，处理前' }))
  const again = screen.getByRole('button', { name: '重试' })
  expect(again.closest('[role=status]')).toBeNull()
  again.focus()
  fireEvent.click(again)
  expect(document.activeElement).toBe(stage())
})

it('changes the mode by key, explains the difference and how much it is amplified', () => {
  show()
  for (const name of ['m', 'm', 'm']) key(name)
  expect(screen.getByRole('radio', { name: COMPARE_TEXTS.difference })).toHaveProperty('checked', true)
  expect(screen.getByText(/亮度已放大 8 倍/)).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: '×32' }))
  expect(screen.getByText(/亮度已放大 32 倍/)).toBeTruthy()
})

it('opens the help by key and gives the focus back', () => {
  show()
  key('?')
  const help = screen.getByRole('dialog', { name: COMPARE_TEXTS.help })
  fireEvent.keyDown(help, { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(stage())
})

it('Space shows the state before as long as it is held', () => {
  show()
  const curtain = document.querySelector<HTMLElement>('[data-curtain]')!
  key(' ')
  expect(curtain.hidden).toBe(true)
  act(() => void fireEvent.keyUp(stage(), { key: ' ' }))
  expect(curtain.hidden).toBe(false)
})
