// What leads to the states of which pictures are made (snapshot-states.ts, later-states.ts).
import type { Page } from '@playwright/test'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'

export interface SnapshotState {
  readonly name: string
  /** A new one each time, but for the administrator. */
  readonly as: 'visitor' | 'member' | 'premium' | 'admin'
  readonly show: (page: Page) => Promise<void>
  /** Where only some widths have this state. */
  readonly widths?: readonly number[]
  /** What is shown is that something has not come yet. */
  readonly isLoading?: true
}

export const TOOL_ADDRESS = '/ai/denoise/normal'
export const SAMPLE_FILE = 'public/samples/denoise-before-800.webp'

export const open =
  (address: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
export const flow = (page: Page, state: string) => page.locator(`[data-flow="${state}"]`).waitFor()
export const start = (page: Page) => page.getByRole('button', { name: /^(开始处理|再次处理)/ }).click()

export async function hold(
  page: Page,
  file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0] = SAMPLE_FILE,
) {
  await open(TOOL_ADDRESS)(page)
  await flow(page, 'idle')
  await page.locator('input[type=file]').first().setInputFiles(file)
  await flow(page, 'held')
}

export async function run(page: Page): Promise<void> {
  await hold(page)
  await start(page)
  await flow(page, 'result')
  // The full bar is shown for a second before the result replaces it.
  await page.getByRole('link', { name: '保存图片' }).waitFor()
  await page.getByRole('slider', { name: COMPARE_TEXTS.handle }).waitFor()
}

export const stub = (page: Page, address: string, status: number, json: object) =>
  page.route(address, (route) => route.fulfill({ status, json: { json } }), { times: 1 })
