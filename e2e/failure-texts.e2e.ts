// What a person reads when a call fails in one of the documents' ways (document 1 §7; document 2 §7, §8; C-23), and how often the page asks
// before it says so (HTTP-02 to HTTP-05). The answers are played, everything that reads them is the product.
import type { Page, Route } from '@playwright/test'
import { PREFERENCE_TEXTS } from '#rulebook/account/preference-texts.ts'
import { expect, test } from './journey-test.ts'
import { runUntil, stopClock } from './page-clock.ts'
import { origin, register } from './person.ts'
import { picture } from './picture.ts'
import { chooser, expectFlow, FAST_TOOL, holdPicture, openTool, RUN_TIMEOUT_MS, startButton } from './tool-steps.ts'

const REFUSED = /Failed to load resource|ERR_FAILED|Failed to fetch/
const START = '**/rpc/processing/jobs/start'

/** An answer of our protocol; `status` 400 is never asked for again. */
const refuse = (code: string, message: string, status = 400) => ({
  status,
  json: { json: { defined: false, code, status, message, data: undefined }, meta: [] },
})
/** What stands between the browser and the service, or a function that broke. */
const brokenPage = (status: number) => ({ status, contentType: 'text/html', body: '<h1>nothing of ours</h1>' })

async function enterWithPicture(page: Page): Promise<void> {
  await (await register()).enter(page.context())
  await openTool(page)
  await holdPicture(page)
}

/** Answers with this every time, or not at all, and counts. */
async function answerAlways(page: Page, address: string, answer: Parameters<Route['fulfill']>[0] | 'lost') {
  const asked = { times: 0 }
  await page.route(address, async (route) => {
    asked.times += 1
    await (answer === 'lost' ? route.abort() : route.fulfill(answer))
  })
  return asked
}

test.beforeEach(({ provoked }) => {
  provoked.patterns.push(REFUSED)
})

const MAPPED = [
  ['ERR-MAP-01', refuse('PGRST301', 'x'), '内容不存在或已删除'],
  ['ERR-MAP-02', refuse('PGRST116', 'x'), '记录不存在或已删除'],
  ['ERR-MAP-03', refuse('23505', 'duplicate key value'), '已有相同的内容，请更换后重试'],
  ['ERR-MAP-04', refuse('BAD_REQUEST', 'invalid JWT: expired'), '登录已过期，请重新登录'],
  ['ERR-MAP-05', refuse('BAD_REQUEST', 'new row violates row-level security policy'), '没有权限进行此操作'],
  ['ERR-MAP-06', refuse('BAD_REQUEST', '该设置今天不能再更改'), '该设置今天不能再更改'],
  ['ERR-MAP-07', refuse('BAD_REQUEST', ''), '保存设置失败'],
] as const

test(`${MAPPED.map(([row]) => `[${row}]`).join(' ')} what the backend says is said in Chinese`, async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await page.goto('/profile/info')
  const wish = page.getByRole('switch', { name: PREFERENCE_TEXTS.keepsPosition })
  for (const [row, answer, text] of MAPPED) {
    await page.route('**/rpc/account/preferences/update', (route) => route.fulfill(answer), { times: 1 })
    await expect(wish).toBeEnabled()
    await wish.click({ force: true })
    const notice = page.locator('.mantine-Notification-root').getByText(text, { exact: true })
    await expect(notice, row).toBeVisible()
  }
})

test('[ERR-MAP-04] a session that ended elsewhere is told in the same words by our own answer', async ({
  page,
  context,
  provoked,
}) => {
  provoked.patterns.push(/status of 401/)
  const person = await register()
  await person.enter(context)
  await page.goto('/profile/info')
  const wish = page.getByRole('switch', { name: PREFERENCE_TEXTS.keepsPosition })
  await expect(wish).toBeEnabled()
  await fetch(`${origin()}/api/auth/sign-out`, {
    method: 'POST',
    headers: { ...(await person.headers()), cookie: person.cookie, 'content-type': 'application/json' },
    body: '{}',
  })
  await wish.click({ force: true })
  await expect(
    page.locator('.mantine-Notification-root').getByText('登录已过期，请重新登录', { exact: true }),
  ).toBeVisible()
})

const PASSING = [
  [
    '[HTTP-03] [HTTP-05] [ERR-PROC-13] a start that is answered with 500',
    brokenPage(500),
    '处理失败: 服务没有正常响应，请稍后重试',
  ],
  ['[HTTP-03] a start without a connection', 'lost', '网络连接失败，请检查网络状态'],
] as const
for (const [what, answer, text] of PASSING)
  test(`${what} is asked for again after 1, 2 and 3 s, then told`, async ({ page }) => {
    await enterWithPicture(page)
    const asked = await answerAlways(page, START, answer)
    await stopClock(page)
    await startButton(page).click()
    await expect.poll(() => asked.times).toBe(1)
    for (const [retry, delayMs] of [1000, 2000, 3000].entries()) {
      // Its answer has to arrive before the wait for the next begins: the wait is over within the delay and a little.
      await page.clock.runFor(delayMs - 100)
      expect(asked.times).toBe(retry + 1)
      // TRAP: the request is counted in real time; who turns the clock on meanwhile eats into the next wait.
      await expect(async () => {
        await page.clock.runFor(100)
        await expect.poll(() => asked.times, { timeout: 5000 }).toBe(retry + 2)
      }).toPass()
    }
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
    await page.clock.runFor(60_000)
    expect(asked.times).toBe(4)
  })

test('[HTTP-04] a start that is refused is asked for once', async ({ page }) => {
  await enterWithPicture(page)
  const asked = await answerAlways(page, START, brokenPage(404))
  await stopClock(page)
  await startButton(page).click()
  await expect(page.getByRole('main').getByText('处理失败: 服务没有正常响应，请稍后重试')).toBeVisible()
  await page.clock.runFor(60_000)
  expect(asked.times).toBe(1)
})

test('[HTTP-02] [ERR-PROC-06] a call without an answer is given up after 60 s', async ({ page, context }) => {
  await (await register()).enter(context)
  await page.goto('/profile/info')
  const wish = page.getByRole('switch', { name: PREFERENCE_TEXTS.keepsPosition })
  await expect(wish).toBeEnabled()
  await page.route('**/rpc/account/preferences/update', () => new Promise(() => {}))
  await stopClock(page)
  await wish.click({ force: true })
  await page.clock.runFor(59_000)
  await expect(page.getByText('保存设置超时，请稍后重试')).toHaveCount(0)
  await page.clock.runFor(2000)
  await expect(page.getByText('保存设置超时，请稍后重试')).toBeVisible()
})

const PLAYED_ENDS = [
  ['ERR-PROC-14', { status: 'failed', error: null }, '处理失败: 服务没有完成这张图片'],
  ['ERR-PROC-19', { status: 'completed', result: null }, '处理失败: 没有得到处理结果'],
] as const
for (const [row, end, text] of PLAYED_ENDS)
  test(`[${row}] a run that ends like this is told: ${text}`, async ({ page }) => {
    await enterWithPicture(page)
    await page.route(START, async (route) => {
      const answer = await route.fetch()
      const { json: job } = (await answer.json()) as { json: object }
      await route.fulfill({ response: answer, json: { json: { ...job, ...end }, meta: [] } })
    })
    await startButton(page).click()
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
  })

test('[ERR-PROC-15] an answer without a task is a start that failed', async ({ page }) => {
  await enterWithPicture(page)
  await answerAlways(page, START, { status: 200, json: { json: {}, meta: [] } })
  await startButton(page).click()
  await expect(page.getByRole('main').getByText('处理失败: 未能开始处理')).toBeVisible()
})

test('[ERR-PROC-18] a status that cannot be read is told, and the run is found again', async ({ page }) => {
  await enterWithPicture(page)
  for (const name of ['watch', 'get']) await answerAlways(page, `**/rpc/processing/jobs/${name}`, brokenPage(500))
  await page.clock.install()
  await startButton(page).click()
  await expectFlow(page, 'processing')
  const text = page.getByRole('main').getByText('处理失败: 无法查询处理进度')
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(text).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 90_000 })
  await page.unrouteAll()
  await page.clock.resume()
  await page.reload()
  await expectFlow(page, 'result')
})

test('[ASYNC-07] [ERR-PROC-20] a run that never ends is asked for 120 times at most, then the time is over', async ({
  page,
}) => {
  await enterWithPicture(page)
  await answerAlways(page, '**/rpc/processing/jobs/watch', brokenPage(500))
  let asked = 0
  let running: object | undefined
  await page.route(START, async (route) => {
    const answer = await route.fetch()
    running = { ...((await answer.json()) as { json: object }).json, status: 'processing' }
    await route.fulfill({ response: answer })
  })
  await page.route('**/rpc/processing/jobs/get', (route) => {
    asked += 1
    // Its number, so that the page shows which answer it has.
    return route.fulfill({ status: 200, json: { json: { ...running, progress: asked % 100 }, meta: [] } })
  })
  await stopClock(page)
  await startButton(page).click()
  await expectFlow(page, 'processing')
  await runUntil(page, async () => asked > 0)
  // TRAP: the wait for the next question begins when the answer is there; who turns the clock on before eats into the ten minutes.
  for (let answers = asked; answers <= 120; answers += 1) {
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', `${answers % 100}`)
    await page.clock.runFor(5000)
  }
  await expect(page.getByRole('main').getByText('处理超时，请稍后重试')).toBeVisible()
  expect(asked).toBe(120)
})

test('[PROC-20] the bar shows 10, 30, 90 and 100, in the order in which the service says them', async ({ page }) => {
  await enterWithPicture(page)
  await answerAlways(page, '**/rpc/processing/jobs/watch', brokenPage(500))
  test.setTimeout(RUN_TIMEOUT_MS + 240_000)
  let running: object | undefined
  let progress = 10
  await page.route(START, async (route) => {
    const answer = await route.fetch()
    running = ((await answer.json()) as { json: object }).json
    await route.fulfill({ response: answer })
  })
  await page.route('**/rpc/processing/jobs/get', (route) =>
    route.fulfill({ status: 200, json: { json: { ...running, status: 'processing', progress }, meta: [] } }),
  )
  // TRAP: a bar of 100 is there for one second: on a clock that flows it comes and goes between two looks.
  await stopClock(page)
  await startButton(page).click()
  await expectFlow(page, 'processing')
  const expectBar = (percent: number, timeoutMs = 60_000) =>
    expect(async () => {
      await page.clock.runFor(400)
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', `${percent}`, { timeout: 300 })
    }).toPass({ intervals: [20], timeout: timeoutMs })
  for (progress of [10, 30, 90]) await expectBar(progress)
  await page.unroute('**/rpc/processing/jobs/get')
  await expectBar(100, RUN_TIMEOUT_MS)
  await page.clock.resume()
  await expectFlow(page, 'result')
})

test('[ERR-PROC-11] another format that cannot be made says so, and is made when asked again', async ({ page }) => {
  await enterWithPicture(page)
  await startButton(page).click()
  await expectFlow(page, 'result')
  await page.route('**/rpc/processing/jobs/export', (route) => route.fulfill(refuse('compression-failed', 'x', 500)), {
    times: 1,
  })
  await page.getByRole('button', { name: '其他格式' }).click()
  await expect(page.getByText(/图片压缩失败/)).toBeVisible()
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('link', { name: /^下载 JPEG/ })).toBeVisible()
})

test('[ERR-PROC-12] a picture that does not load says so in its place, and comes at a press', async ({ page }) => {
  await enterWithPicture(page)
  await page.route('**/files/**', (route) => route.abort())
  await startButton(page).click()
  await expectFlow(page, 'result')
  const missing = page.getByRole('main').getByText(/^图片加载失败/)
  await expect(missing.first()).toBeVisible()
  await page.unroute('**/files/**')
  await page.getByRole('main').getByRole('button', { name: '重试', exact: true }).last().click()
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('img', { name: /，处理前$/ })).not.toHaveJSProperty('naturalWidth', 0)
})

test('[UPLOAD-22] [UPLOAD-23] what the service met while it read the picture is said, and the page goes on', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  await openTool(page)
  for (const [answer, text] of [
    [{ code: 'file-unreadable' }, '读取文件失败'],
    [{ code: 'image-preparation-failed', data: { message: '颜色配置无法读取' } }, '图片处理失败: 颜色配置无法读取'],
  ] as const) {
    await page.route('**/api/uploads', (route) => route.fulfill({ status: 400, json: answer }), { times: 1 })
    await chooser(page).setInputFiles(await picture())
    await expect(page.getByRole('main').getByRole('alert')).toContainText(text)
    // What broke off on its way may arrive the next time.
    await expect(page.getByRole('button', { name: '重新上传' })).toHaveCount(answer.code === 'file-unreadable' ? 1 : 0)
  }
  await holdPicture(page)
})

test('[DATA-PROC-23] the current picture lies in session storage under its key, with the moment', async ({ page }) => {
  const before = Date.now()
  await enterWithPicture(page)
  const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('selected-image')!) as { timestamp: number })
  expect(kept).toMatchObject({
    currentImage: { name: 'journey.jpg', type: 'image/jpeg', size: expect.any(Number), width: expect.any(Number) },
    storageInfo: { uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/), uploaded: true },
  })
  expect(kept.timestamp).toBeGreaterThanOrEqual(before)
  expect(kept.timestamp).toBeLessThanOrEqual(Date.now())
  expect(new URL(page.url()).pathname).toBe(`/ai/${FAST_TOOL}`)
})
