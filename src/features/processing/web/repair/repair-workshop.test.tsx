// @vitest-environment jsdom
// 一键修复 before and while it works, as its person sees it: price, time, and the way to more credits.
import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { pictureOfUpload } from '../picture/current-picture.ts'
import { makeUpload } from '../testing/make-job.ts'
import { client, resetServer } from '../testing/tool-harness.tsx'
import { RepairWorkshop } from './repair-workshop.tsx'
import { forgetRepair } from './use-repair.ts'

vi.mock('../processing-client.ts', () => import('../testing/mocked-client.ts'))
vi.mock('../picture/upload-picture.ts', () => import('../testing/mocked-upload.ts'))

const SECONDS: Readonly<Record<string, number>> = { 'denoise/normal': 7.3, 'lighting/adjust': 11.4 }
const steps = ['denoise/normal', 'lighting/adjust'].map((key) => ({ model: modelByKey(key)!, reason: key, credits: 2 }))
const open = (creditsRemaining = 5) =>
  renderPage(<RepairWorkshop picture={pictureOfUpload(makeUpload())} steps={steps} onRestart={() => {}} />, {
    session: { creditsRemaining },
    path: '/ai/repair',
  })

beforeAll(prepareDom)
beforeEach(() => {
  resetServer()
  forgetRepair()
  client.usualSeconds.mockImplementation(async ({ modelKey }) => ({
    usual: { seconds: SECONDS[modelKey]!, from: 'history' },
  }))
})

it('the quote is the price and the time of the steps that are chosen', async () => {
  open()
  expect((await screen.findByText(/约需 19 秒/)).parentElement!.textContent).toBe('共 4 积分 · 约需 19 秒')
  fireEvent.click(screen.getAllByRole('checkbox')[1]!)
  expect(screen.getByText(/约需 7 秒/).parentElement!.textContent).toBe('共 2 积分 · 约需 7 秒')
  expect(client.usualSeconds.mock.calls.map(([input]) => input.megapixels)).toEqual([0.96, 0.96])
})

it('no time is told where that of one step is not known', async () => {
  client.usualSeconds.mockImplementation(async ({ modelKey }) => ({
    usual: modelKey === 'lighting/adjust' ? null : { seconds: 7.3, from: 'history' },
  }))
  open()
  await vi.waitFor(() => expect(client.usualSeconds).toHaveBeenCalledTimes(2))
  expect(screen.getByText(/^共 4 积分/).textContent).toBe('共 4 积分')
  fireEvent.click(screen.getAllByRole('checkbox')[1]!)
  expect(await screen.findByText(/约需 7 秒/)).toBeTruthy()
})

it('while it works the time that is left stands beside the stop', async () => {
  client.jobs.start.mockReturnValue(new Promise(() => {}))
  open()
  await screen.findByText(/约需 19 秒/)
  fireEvent.click(screen.getByRole('button', { name: '开始修复 · 4 积分' }))
  expect(await screen.findByText('约还需 19 秒')).toBeTruthy()
})

it('whoever lacks credits is led to them, and from there back to this photo', () => {
  open(3)
  expect(screen.getByRole('alert').textContent).toContain('积分不足')
  expect(screen.getByRole('link', { name: '获取积分' }).getAttribute('href')).toBe(
    '/profile/billing?from=%2Fai%2Frepair',
  )
})
