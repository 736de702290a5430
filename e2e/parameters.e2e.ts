// Parameters by hand (document 2 §4, §5, §7; C-08, C-46): what the panel shows, and what the start really sends.
import type { Page } from '@playwright/test'
import { expect, test } from './journey-test.ts'
import { ADMIN_EMAIL, balanceOf, register, signIn } from './person.ts'
import { picture } from './picture.ts'
import { balance, creditsText, expectFlow, holdPicture, openTool, pricePressed, startButton } from './tool-steps.ts'

const choose = (page: Page, mode: '自动' | '手动') =>
  page.getByRole('radiogroup').getByText(mode, { exact: true }).click()
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true })
const reset = (page: Page, name: string) => page.getByRole('button', { name: `${name}：恢复默认值` })
const range = (page: Page, name: string) =>
  slider(page, name).evaluate((thumb) =>
    ['aria-valuemin', 'aria-valuemax', 'aria-valuenow'].map((attribute) => Number(thumb.getAttribute(attribute))),
  )

/** Keeps the bodies of starts and lets none of them reach the server. */
type Start = Record<string, unknown> & { readonly params: unknown }
async function catchStarts(page: Page): Promise<() => Promise<Start>> {
  await page.addInitScript(() => {
    const kept: string[] = []
    Object.assign(window, { keptStarts: kept })
    const send = window.fetch
    window.fetch = async (input, init) => {
      if (!(input instanceof Request) || !input.url.endsWith('/processing/jobs/start')) return send(input, init)
      kept.push(await input.clone().text())
      return new Response(JSON.stringify({ json: { defined: false, code: 'BAD_REQUEST', status: 400, message: '' } }), {
        status: 400,
        headers: { 'content-type': 'application/json' },
      })
    }
  })
  return async () => {
    const count = () => page.evaluate(() => (window as never as { keptStarts: string[] }).keptStarts.length)
    const before = await count()
    await startButton(page).click()
    await expect.poll(count).toBe(before + 1)
    const text = await page.evaluate(() => (window as never as { keptStarts: string[] }).keptStarts.at(-1)!)
    return (JSON.parse(text) as { json: Start }).json
  }
}

/** A picture's size tells the time: one number, in the panel as in the head (decision 0212). */
async function expectOneTime(page: Page): Promise<void> {
  const usual = page.getByRole('region', { name: '效果设置' }).getByText(/^通常约/)
  const number = (await usual.textContent())!.replace(/（.*/, '')
  await expect(page.getByRole('main').locator('header').getByText(number, { exact: true })).toBeVisible()
  await expect(page.getByText(/^预计/)).toHaveCount(0)
}

test('[PROC-13] [PARAM-01] [PARAM-02] [PARAM-03] [PARAM-04] [PARAM-05] [PARAM-06] [PARAM-07] [PARAM-08] [PARAM-09] [PARAM-10] [PARAM-11] [PARAM-12] [PARAM-31] auto and manual of standard enhancement, and what each sends', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  const pressStart = await catchStarts(page)
  await openTool(page, 'enhance/standard/standard-v2')
  await expect(page.getByRole('region', { name: '效果设置' }).getByText('预计 5–60 秒')).toBeVisible()
  // With a smaller picture manual would begin at four times its height (decision 0096).
  await holdPicture(page, await picture({ width: 768, height: 512 }))
  await expectOneTime(page)
  expect(await pressStart()).toMatchObject({ mode: 'auto', params: {} })

  await choose(page, '手动')
  expect(await range(page, '输出高度')).toEqual([512, 4096, 2048])
  for (const name of ['锐化', '降噪', '去压缩痕迹']) {
    expect((await range(page, name)).slice(0, 2)).toEqual([0, 1])
    await expect(slider(page, name)).toHaveAttribute('aria-valuetext', '自动')
  }
  const faces = page.getByRole('switch', { name: '人脸增强' })
  await expect(faces).not.toBeChecked()
  await expect(faces).toBeDisabled()
  await expect(page.getByText('暂不支持人脸增强')).toBeVisible()
  expect(await pressStart()).toMatchObject({ mode: 'manual', params: { output_height: 2048, face_enhancement: false } })

  await slider(page, '锐化').press('ArrowRight')
  await slider(page, '输出高度').press('ArrowRight')
  const touched = { output_height: 2112, face_enhancement: false, sharpen: 0.1 }
  // The whole of what the page gives: the picture, the function and its model, the shown credits, the parameters that are set.
  const [held] = (await person.api.history.list({})).entries
  expect(await pressStart()).toEqual({
    source: { uploadId: held!.id },
    modelKey: 'enhance/standard/standard-v2',
    mode: 'manual',
    params: touched,
    shownCredits: 2,
    startKey: expect.any(String),
  })
  await reset(page, '锐化').click()
  await reset(page, '输出高度').click()
  await expect(slider(page, '锐化')).toHaveAttribute('aria-valuetext', '自动')
  expect((await pressStart()).params).toEqual({ output_height: 2048, face_enhancement: false })

  for (const name of ['降噪', '去压缩痕迹']) {
    await slider(page, name).press('End')
    await expect(slider(page, name)).toHaveAttribute('aria-valuenow', '1')
    await reset(page, name).click()
    await expect(slider(page, name)).toHaveAttribute('aria-valuetext', '自动')
  }
  await slider(page, '输出高度').press('End')
  await page.getByRole('button', { name: '恢复自动' }).click()
  expect(await pressStart()).toMatchObject({ mode: 'auto', params: {} })
  await choose(page, '手动')
  expect(await range(page, '输出高度')).toEqual([512, 4096, 2048])
  await choose(page, '自动')
  expect(await pressStart()).toMatchObject({ mode: 'auto', params: {} })
})

const RANGES: readonly (readonly [string, readonly (readonly [string, readonly number[]])[]])[] = [
  [
    'denoise/normal',
    [
      ['强度', [0.01, 1, 0.5]],
      ['轻微去模糊', [0.01, 1, 0.5]],
      ['保留原始细节', [0, 1, 0.5]],
    ],
  ],
  [
    'lighting/adjust',
    [
      ['曝光', [0, 2, 1]],
      ['高光', [0, 2, 1]],
      ['阴影', [0, 2, 1]],
    ],
  ],
  [
    'lighting/white-balance',
    [
      ['色温', [0.01, 1, 0.5]],
      ['校正程度', [0.01, 1, 1]],
    ],
  ],
]

test('[PARAM-06] [PARAM-13] [PARAM-15] [PARAM-16] [PARAM-18] [PARAM-23] [PARAM-24] [PARAM-25] [PARAM-26] [PARAM-27] [PARAM-28] [PARAM-30] ranges and defaults of the other tools, and the way back to them', async ({
  page,
  context,
}) => {
  await (await register()).enter(context)
  for (const [key, sliders] of RANGES) {
    await openTool(page, key)
    await choose(page, '手动')
    for (const [name, expected] of sliders) {
      expect(await range(page, name), `${key} ${name}`).toEqual(expected)
      await slider(page, name).press('Home')
      await expect.poll(() => range(page, name), `${key} ${name}`).toEqual([...expected.slice(0, 2), expected[0]])
      await reset(page, name).click()
      await expect.poll(() => range(page, name), `${key} ${name}`).toEqual(expected)
    }
    if (key === 'lighting/adjust') await expect(page.getByRole('switch', { name: /色彩校正|颜色校正/ })).toBeChecked()
  }
  await openTool(page, 'enhance/generative/redefine')
  await expect(page.getByRole('region', { name: '效果设置' }).getByText('预计 2–10 分钟')).toBeVisible()
  await choose(page, '手动')
  expect(await range(page, '创意程度')).toEqual([1, 6, 3])
  const prompt = page.getByRole('textbox', { name: '画面描述' })
  await expect(prompt).toBeDisabled()
  await expect(page.getByText('暂不支持画面描述')).toBeVisible()
})

test('[PRICE-01] [C-08] a small enlargement costs 1 credit, shown with its reason before the start and charged so', async ({
  page,
  context,
}) => {
  const person = await register()
  await person.enter(context)
  await openTool(page, 'enhance/standard/standard-v2')
  await holdPicture(page, await picture({ width: 480, height: 360 }))
  expect(await pricePressed(page)).toBe(2)
  await choose(page, '手动')
  expect(await pricePressed(page)).toBe(2)
  await slider(page, '输出高度').press('Home')
  expect(await pricePressed(page)).toBe(1)
  await expect(page.getByText('放大不超过 2 倍，且未开启人脸增强')).toBeVisible()
  await expect(page.getByText('原价 2 积分')).toBeVisible()
  await startButton(page).click()
  await expectFlow(page, 'result')
  await expect(balance(page)).toContainText(creditsText(4))
  expect(await balanceOf(person)).toBe(4)
})

test('[C-05] an unlimited account is told that the run costs nothing, and pays nothing', async ({ page, context }) => {
  const admin = await signIn(ADMIN_EMAIL)
  const before = await balanceOf(admin)
  await admin.enter(context)
  await openTool(page)
  await expect(page.getByTestId('cost-note')).toHaveText('您的账户类型不扣积分')
  await expect(startButton(page)).toHaveText('开始处理')
  await holdPicture(page)
  await startButton(page).click()
  await expectFlow(page, 'result')
  expect(await balanceOf(admin)).toBe(before)
})
