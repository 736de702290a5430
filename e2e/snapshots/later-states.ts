// States at the end of longer ways: a batch, a share, a repair, a history of many rows, paper.
import type { Page } from '@playwright/test'
import type { OwnOrder } from '#features/billing/contract.ts'
import type { HistoryEntry, HistoryJob } from '#features/history/contract.ts'
import { finishedJob, makeJob, makeUpload, RESULT } from '#features/processing/web/testing/make-job.ts'
import { HISTORY_PAGE_TEXTS } from '#rulebook/history/history-page-texts.ts'
import { BATCH_TEXTS, batchAddress } from '#rulebook/runs/batch.ts'
import { REPAIR_TEXTS } from '#rulebook/runs/repair.ts'
import { SHARE_DIALOG_TEXTS, SHARE_PAGE_TEXTS, SHARE_PATH } from '#rulebook/runs/shares.ts'
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { SHELL_TEXTS, STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { orderAddress, PATHS } from '#rulebook/site/site-map.ts'
import { picture } from '../picture.ts'
import { open, run, SAMPLE_FILE, type SnapshotState, stub } from './snapshot-steps.ts'

const RUN_TIMEOUT_MS = 120_000
const PHONE_WIDTH = 360

async function batchEnded(page: Page): Promise<void> {
  await open(batchAddress('denoise/normal'))(page)
  const whole = await picture({ name: '全家福 2003 年春节（扫描件，第二次）.jpg', width: 1200, height: 800 })
  const pictures = await Promise.all(['阳台.jpg', '操场.jpg'].map((name) => picture({ name, width: 600, height: 400 })))
  const files = [...pictures, { ...whole, buffer: whole.buffer.subarray(0, 3000) }]
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.getByRole('button', { name: BATCH_TEXTS.start, exact: true }).click()
  await page.getByRole('button', { name: BATCH_TEXTS.again }).waitFor({ timeout: RUN_TIMEOUT_MS })
}

async function share(page: Page): Promise<string> {
  await run(page)
  await page.getByRole('button', { name: /^分享 / }).click()
  const dialog = page.getByRole('dialog', { name: SHARE_DIALOG_TEXTS.title })
  await dialog.getByRole('button', { name: SHARE_DIALOG_TEXTS.create }).click()
  return dialog.getByRole('textbox').inputValue()
}

async function sharedPage(page: Page): Promise<void> {
  await page.goto(await share(page))
  await page.getByRole('slider', { name: SHARE_PAGE_TEXTS.slider }).waitFor()
}

async function repairQuoted(page: Page): Promise<void> {
  await open(PATHS.repair)(page)
  await page.getByLabel(HOME_UPLOADER_TEXTS.label).setInputFiles(SAMPLE_FILE)
  await page.getByRole('button', { name: /^开始修复/ }).waitFor({ timeout: RUN_TIMEOUT_MS })
}

async function repaired(page: Page): Promise<void> {
  await repairQuoted(page)
  const boxes = page.getByRole('checkbox')
  if ((await boxes.count()) > 1) await boxes.last().uncheck()
  await page.getByRole('button', { name: /^开始修复/ }).click()
  await page.getByRole('heading', { name: REPAIR_TEXTS.finished }).waitFor({ timeout: RUN_TIMEOUT_MS })
}

const NAMES = [
  '外婆家的院子.jpg',
  'IMG_20260214_193355_HDR_portrait_edited_final(1).jpg',
  '夜景.png',
  '毕业照.jpg',
  '菜单.webp',
]
const seen = { thumbnailAddress: '/samples/denoise-before-400.webp', viewAddress: '/samples/denoise-before-400.webp' }

/** One row of each kind, and more of the usual one. */
function rowsOf(index: number): HistoryEntry {
  const of = (changes: Partial<HistoryJob>) => ({ uploadId: id, id: crypto.randomUUID(), createdAt, ...changes })
  const id = crypto.randomUUID()
  const createdAt = `2026-11-${String(24 - index).padStart(2, '0')}T06:05:00.000Z`
  const done = finishedJob(of({ result: { ...RESULT, ...seen } }))
  const kinds: HistoryJob[][] = [
    [
      done,
      finishedJob(
        of({
          parentId: done.id,
          modelKey: 'enhance/standard/high-fidelity-v2',
          processType: 'enhance',
          result: { ...RESULT, ...seen },
        }),
      ),
    ],
    [makeJob(of({ status: 'failed', error: { code: 'processing-timeout' } }))],
    [makeJob(of({ status: 'processing', progress: 42, stage: 'denoise' }))],
    [],
    [done],
  ]
  const upload = makeUpload({ id, originalFilename: NAMES[index % NAMES.length]!, createdAt, ...seen })
  return { ...upload, records: kinds[index % kinds.length]! }
}

async function longHistory(page: Page): Promise<void> {
  const entries = Array.from({ length: 20 }, (_, index) => rowsOf(index))
  await page.route('**/history/list*', (route) => route.fulfill({ json: { json: { entries, hasMore: true } } }))
  await open(PATHS.profileHistory)(page)
  await page.getByText(NAMES[0]!).first().waitFor()
}

async function noMatch(page: Page): Promise<void> {
  await longHistory(page)
  await page.unroute('**/history/list*')
  await page.getByRole('searchbox').fill('海边')
  await page.getByText(HISTORY_PAGE_TEXTS.noMatch).waitFor()
}

async function historyFailed(page: Page): Promise<void> {
  await page.route('**/history/list*', (route) => route.abort())
  await open(PATHS.profileHistory)(page)
  await page
    .getByRole('button', { name: /重新加载|重试/ })
    .first()
    .waitFor()
}

async function historyLoading(page: Page): Promise<void> {
  await page.route('**/history/list*', () => {}) // never answered
  await open(PATHS.profileHistory)(page)
  await page.locator('.mantine-Skeleton-root').first().waitFor()
}

/** What the service answers makes no sense to the page. */
async function brokenPage(page: Page): Promise<void> {
  const nonsense = { entries: [null], hasMore: false }
  await page.route('**/history/list*', (route) => route.fulfill({ json: { json: nonsense } }))
  await page.goto(PATHS.profileHistory)
  await page.getByRole('heading', { name: STATE_TEXTS.errorTitle }).waitFor()
}

const ORDER: OwnOrder = {
  id: 'aaaaaaaa-1111-4222-8333-555555555555',
  packName: '超值包',
  credits: 1200,
  currency: 'CNY',
  minor: 13_800,
  status: 'paid',
  createdAt: '2026-11-23T06:05:00.000Z',
  returnTo: null,
  refund: null,
  refundable: { credits: 1200, minor: 13_800, until: '2026-11-30T06:05:00.000Z' },
  paidAt: '2026-11-23T06:06:00.000Z',
  provider: 'alipay',
  invoice: null,
  invoiceableMinor: 13_800,
}

async function paidOrder(page: Page): Promise<void> {
  await stub(page, `**/rpc/billing/order*`, 200, ORDER)
  await open(orderAddress(ORDER.id))(page)
  await page.getByText(ORDER.packName).first().waitFor()
}

const onPaper = (show: SnapshotState['show']) => async (page: Page) => {
  await show(page)
  await page.emulateMedia({ media: 'print' })
}

async function phoneMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: PHONE_WIDTH, height: 740 })
  await open(PATHS.catalogue)(page)
  await page.getByRole('button', { name: SHELL_TEXTS.openMenu }).click()
  await page.getByRole('navigation', { name: '菜单' }).waitFor()
}

export const LATER_STATES: readonly SnapshotState[] = [
  { name: 'batch-ended', as: 'premium', show: batchEnded },
  { name: 'share-dialog', as: 'member', show: async (page) => void (await share(page)) },
  { name: 'shared-page', as: 'member', show: sharedPage },
  { name: 'share-ended', as: 'visitor', show: open(`${SHARE_PATH}/${'a'.repeat(43)}`) },
  { name: 'repair-quoted', as: 'member', show: repairQuoted },
  { name: 'repair-finished', as: 'member', show: repaired },
  { name: 'history-long', as: 'member', show: longHistory },
  { name: 'history-no-match', as: 'member', show: noMatch },
  { name: 'history-failed', as: 'member', show: historyFailed },
  { name: 'history-loading', as: 'member', show: historyLoading, isLoading: true },
  { name: 'page-broken', as: 'member', show: brokenPage },
  { name: 'order-paid', as: 'member', show: paidOrder },
  { name: 'order-on-paper', as: 'member', show: onPaper(paidOrder) },
  { name: 'result-on-paper', as: 'member', show: onPaper(run) },
  { name: 'menu', as: 'member', show: phoneMenu, widths: [PHONE_WIDTH] },
]
