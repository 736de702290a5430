// The history of one person with 1000 pictures and as many runs, in the browser: how long each press of 加载更多 takes at the start and at the
// end of the list, a selection and a search with
// all of it shown.
// `npx node bench/page-history.ts` after `npm run build`. Real Chromium at 1440 px; the rows are written into the embedded database.
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../e2e/chromium.ts'
import { register } from '../e2e/person.ts'
import { startService } from '../e2e/service.ts'
import { whileItStands } from '../e2e/while-it-stands.ts'
import { HISTORY_SCREEN_PAGE_SIZE, HISTORY_TEXTS } from '../src/rulebook/history/history.ts'
import { PATHS } from '../src/rulebook/site/site-map.ts'
import { quantile } from './statistics.ts'
import { loadLine } from './web-service.ts'

const PICTURES = 1000

console.log(loadLine())
const service = await startService()
process.env.E2E_ORIGIN = service.origin
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_ARGS })
try {
  const person = await register()
  await whileItStands(service, rowsOf(person.email))
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    serviceWorkers: 'block',
  })
  await person.enter(context)
  const page = await context.newPage()
  await page.goto(service.origin + PATHS.profileHistory)
  await page.getByText(`IMG_${PICTURES}.jpg`, { exact: true }).waitFor()
  const presses = await loadAll(page)
  const first = presses.slice(0, 10)
  const last = presses.slice(-10)
  console.log(
    `加载更多: first ten presses median ${ms(first)}, last ten ${ms(last)}, worst ${Math.round(Math.max(...presses))} ms`,
  )
  console.log(`selection: ${ms(await selections(page))}`)
  console.log(`search: ${Math.round(await search(page))} ms until one picture is shown`)
} finally {
  await browser.close()
  await service.stop()
}

function ms(values: readonly number[]): string {
  return `${Math.round(quantile(values, 0.5))} ms`
}

/** The oldest first. */
function rowsOf(email: string): string {
  return `
    with uploads as (
      insert into user_uploads (user_id, original_filename, file_size, mime_type, width, height, oss_url, thumbnail_url, view_key, view_mime_type, created_at)
      select id, 'IMG_' || n || '.jpg', 2000000 + n, 'image/jpeg', 4000, 3000, 'o/' || n, 't/' || n, 'v/' || n, 'image/jpeg', now() - (${PICTURES} - n) * interval '40 minutes'
      from auth_users, generate_series(1, ${PICTURES}) n where email = '${email}'
      returning id, user_id, original_filename, created_at)
    insert into processing_history (user_id, upload_id, original_filename, original_oss_url, ai_service, process_type, model_key, mode, status, list_credits, credits_consumed, start_key, deadline_at, created_at, completed_at)
    select user_id, id, original_filename, 'o', 'topaz', 'denoise', 'denoise/normal', 'auto', 'completed', 2, 2, id, now() + interval '1 hour', created_at, created_at
    from uploads;`
}

/** Milliseconds of each press until its rows are drawn. */
async function loadAll(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let shown = HISTORY_SCREEN_PAGE_SIZE; shown < PICTURES; shown += HISTORY_SCREEN_PAGE_SIZE)
    times.push(await page.evaluate(pressAndWait, { label: HISTORY_TEXTS.loadMore, rows: shown }))
  return times
}

async function pressAndWait({ label, rows }: { label: string; rows: number }): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const entries = () => document.querySelectorAll('main li input[type=checkbox]').length
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)!
  const startedAt = performance.now()
  button.click()
  while (entries() <= rows) await frame()
  const spent = performance.now() - startedAt
  await frame()
  return spent
}

async function selections(page: Page): Promise<number[]> {
  const times: number[] = []
  for (const place of [1, 200, 700, 990])
    times.push(
      await page.evaluate(async (index) => {
        const box = document.querySelectorAll<HTMLInputElement>('main li input[type=checkbox]')[index]!
        const startedAt = performance.now()
        box.click()
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        return performance.now() - startedAt
      }, place),
    )
  return times
}

async function search(page: Page): Promise<number> {
  const field = page.getByRole('searchbox').or(page.getByPlaceholder(/搜索文件名/))
  const startedAt = performance.now()
  const answered = page.waitForResponse((response) => response.url().endsWith('/history/list'))
  await field.first().fill('IMG_77.jpg')
  await answered
  console.log(`search: answered after ${Math.round(performance.now() - startedAt)} ms`)
  await page.waitForFunction(() => document.querySelectorAll('main li input[type=checkbox]').length === 1)
  return performance.now() - startedAt
}
