// Every page and state that has a picture in docs/snapshots, and how to get there. A state stays open while it is looked at in
// each width.
import type { Page } from '@playwright/test'
import { KEPT_FILE_DATABASE, KEPT_FILE_KEY, KEPT_FILE_STORE } from '#platform/web/kept-file.ts'
import { BILLING_TEXTS } from '#rulebook/credits/billing.ts'
import { RESULT_TEXTS } from '#rulebook/runs/run-texts.ts'
import { VERSION_TEXTS } from '#rulebook/runs/version-texts.ts'
import { SHARE_TEXTS } from '#rulebook/site/offline-texts.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { OFFLINE_PATH } from '../../src/app/offline/worker-messages.ts'
import { picture } from '../picture.ts'
import { LATER_STATES } from './later-states.ts'
import { flow, hold, open, run, type SnapshotState, start, stub, TOOL_ADDRESS } from './snapshot-steps.ts'

/** Still at work when the third width is looked at. */
const LONG_RUN = { width: 6000, height: 4000 }

async function fail(page: Page): Promise<void> {
  await hold(page)
  await stub(page, '**/processing/jobs/start', 503, {
    defined: false,
    code: 'emergency-stop',
    status: 503,
    message: '',
  })
  await start(page)
  await page.getByText('处理未成功').waitFor()
}

async function process(page: Page): Promise<void> {
  await hold(page, await picture(LONG_RUN))
  await start(page)
  await flow(page, 'processing')
  // Really at work: some of it is done.
  await page.locator('[data-flow] [role="progressbar"]:not([aria-valuenow="0"])').waitFor()
}

/** It asks for the service and reloads once it answers, which it does here. */
async function offline(page: Page): Promise<void> {
  await page.route('**/healthz', (route) => route.abort())
  await open(OFFLINE_PATH)(page)
}

async function versions(page: Page): Promise<void> {
  await run(page)
  await page.getByRole('button', { name: RESULT_TEXTS.asInput }).click()
  await page.getByRole('region', { name: VERSION_TEXTS.title }).waitFor()
}

async function maintenance(page: Page): Promise<void> {
  await page.route('**/site/status', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { json: object }
    await route.fulfill({ response: answer, json: { json: { ...body.json, maintenance: true } } })
  })
  await page.goto(PATHS.landing)
  await page.getByRole('heading', { name: STATE_TEXTS.maintenanceTitle }).waitFor()
}

async function bills(page: Page): Promise<void> {
  await open(PATHS.profileBilling)(page)
  await page.getByRole('tab', { name: BILLING_TEXTS.billsTab }).click()
  await page.getByText(BILLING_TEXTS.noBills).waitFor()
}

/** What a month may bring; the packs above are left out of the picture. */
async function ledger(page: Page): Promise<void> {
  const run = {
    id: crypto.randomUUID(),
    processType: 'denoise',
    modelKey: 'denoise/normal',
    errorCode: null,
    isListed: true,
  }
  const old = { ...run, processType: 'enhance', modelKey: 'enhance/standard/high-fidelity-v2', isListed: false }
  const lines = [
    ['hold', -2, 504, run, null],
    ['reverse', 2, 506, old, '结果偏色，按要求退回'],
    ['release', 2, 504, { ...run, errorCode: 'processing-timeout' }, null],
    ['purchase', 500, 502, null, '标准包'],
    ['hold', 0, 2, null, null],
    ['grant', 5, 5, null, null],
  ] as const
  const entries = lines.map(([kind, amount, balance, of, note], day) => ({
    id: crypto.randomUUID(),
    kind,
    amount,
    balance,
    at: `2026-11-${20 - day}T06:05:00.000Z`,
    run: of,
    note,
  }))
  await stub(page, '**/billing/ledger*', 200, { entries, total: 41 })
  await open(PATHS.profileBilling)(page)
  await page.getByRole('button', { name: '加载更多' }).waitFor()
  await page.addStyleTag({ content: '[role=tabpanel] { display: none }' })
}

async function oneUser(page: Page): Promise<void> {
  await open(PATHS.adminUsers)(page)
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('heading', { name: '登录设备' }).waitFor()
}

async function filledHistory(page: Page): Promise<void> {
  await run(page)
  await open(PATHS.profileHistory)(page)
  await page.getByRole('listitem').filter({ hasText: '已完成' }).first().waitFor()
}

/** As the service worker keeps it, which runs in no snapshot. */
async function sharedPicture(page: Page): Promise<void> {
  await open(PATHS.catalogue)(page)
  const names = { database: KEPT_FILE_DATABASE, store: KEPT_FILE_STORE, key: KEPT_FILE_KEY }
  await page.evaluate(
    ({ database, store, key }) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database, 1)
        request.onerror = () => reject(request.error)
        request.onupgradeneeded = () => request.result.createObjectStore(store)
        request.onsuccess = () => {
          const change = request.result.transaction(store, 'readwrite')
          change.objectStore(store).put({ file: new File(['x'], 'shared.jpg'), keptAtMs: Date.now() }, key)
          change.oncomplete = () => resolve()
        }
      }),
    names,
  )
  await open(`${PATHS.catalogue}?shared=yes`)(page)
  await page.getByText(SHARE_TEXTS.received).waitFor()
}

export const SNAPSHOT_STATES: readonly SnapshotState[] = [
  { name: 'landing', as: 'visitor', show: open(PATHS.landing) },
  { name: 'catalogue', as: 'visitor', show: open(PATHS.catalogue) },
  { name: 'catalogue-shared-picture', as: 'visitor', show: sharedPicture },
  { name: 'login', as: 'visitor', show: open(PATHS.login) },
  { name: 'register', as: 'visitor', show: open(PATHS.register) },
  { name: 'forgot-password', as: 'visitor', show: open(PATHS.forgotPassword) },
  { name: 'reset-password', as: 'visitor', show: open(PATHS.resetPassword) },
  { name: 'callback', as: 'visitor', show: open(`${PATHS.callback}?error=access_denied`) },
  { name: 'terms', as: 'visitor', show: open(PATHS.terms) },
  { name: 'privacy', as: 'visitor', show: open(PATHS.privacy) },
  { name: 'personal-information', as: 'visitor', show: open(PATHS.personalInformation) },
  { name: 'not-found', as: 'visitor', show: open('/no-such-page') },
  { name: 'offline', as: 'visitor', show: offline },
  { name: 'maintenance', as: 'visitor', show: maintenance },
  { name: 'profile', as: 'member', show: open(PATHS.profileInfo) },
  { name: 'billing', as: 'member', show: open(PATHS.profileBilling) },
  { name: 'billing-bills', as: 'member', show: bills },
  { name: 'billing-ledger', as: 'member', show: ledger },
  { name: 'history-empty', as: 'member', show: open(PATHS.profileHistory) },
  { name: 'tool-idle', as: 'member', show: open(TOOL_ADDRESS) },
  { name: 'unknown-model', as: 'member', show: open('/ai/denoise/no-such-model') },
  { name: 'tool-held', as: 'member', show: (page) => hold(page) },
  { name: 'tool-failed', as: 'member', show: fail },
  { name: 'tool-finished', as: 'member', show: run },
  { name: 'tool-versions', as: 'member', show: versions },
  { name: 'repair', as: 'member', show: open(PATHS.repair) },
  { name: 'batch-not-allowed', as: 'member', show: open(PATHS.batch) },
  { name: 'history-filled', as: 'member', show: filledHistory },
  { name: 'tool-running', as: 'member', show: process },
  ...LATER_STATES,
  { name: 'admin-dashboard', as: 'admin', show: open(PATHS.admin) },
  { name: 'admin-users', as: 'admin', show: open(PATHS.adminUsers) },
  { name: 'admin-user', as: 'admin', show: oneUser },
  { name: 'admin-pool', as: 'admin', show: open(PATHS.adminPool) },
  { name: 'admin-stats', as: 'admin', show: open(PATHS.adminStats) },
  { name: 'admin-settings', as: 'admin', show: open(PATHS.adminSettings) },
  { name: 'admin-logs', as: 'admin', show: open(PATHS.adminLogs) },
]
