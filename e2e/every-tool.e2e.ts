// All 23 models: one price everywhere, and exactly that price charged by a real run (document 2 §9; C-07).
import type { Page } from '@playwright/test'
import { startOf } from '#features/processing/testing/start-of.ts'
import { CREDIT_TEXTS, FREE_SIGN_UP_CREDITS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { MODELS } from '#rulebook/tools/catalogue.ts'
import type { ModelConfig, ToolKey } from '#rulebook/tools/model.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import { expect, test } from './journey-test.ts'
import { origin, type Person, register } from './person.ts'
import { picture } from './picture.ts'
import { creditsText, pricePressed, startButton, uploadOver } from './tool-steps.ts'

const PRICE_ROWS: readonly (readonly [string, ToolKey, number])[] = [
  ['PRICE-01', 'enhance', 2],
  ['PRICE-02', 'sharpen', 2],
  ['PRICE-03', 'denoise', 2],
  ['PRICE-04', 'lighting', 2],
  ['PRICE-05', 'enhance-generative', 5],
  ['PRICE-06', 'sharpen-generative', 4],
  ['PRICE-07', 'restore-generative', 3],
]
const documented = ({ tool }: ModelConfig): number => PRICE_ROWS.find(([, key]) => key === tool)![2]

test('[NAV-13] [PRICE-09] [MODELPAGE-03] [MODELPAGE-04] [PARAM-30] [PARAM-31] navigation, catalogue, comparison table, tool page and start button show one price per model, and its page one time', async ({
  page,
  context,
}) => {
  test.slow()
  await (await register()).enter(context)
  await page.goto('/ai')
  const table = page.getByRole('table')
  for (const [, key, credits] of PRICE_ROWS)
    await expect(table.getByRole('row').filter({ hasText: TOOLS[key].displayName }).first()).toContainText(
      creditsText(credits),
    )
  await page.getByRole('button', { name: 'AI 工具' }).click()
  for (const model of MODELS) {
    const price = creditsText(documented(model))
    for (const place of ['banner', 'main'] as const)
      await expect(
        // The problems of a photo lead to models, too, and name no price.
        page
          .getByRole(place)
          .locator(`a[href="${model.route}"]${place === 'main' ? ':not(nav a)' : ''}`)
          .first(),
      ).toContainText(price)
  }
  await page.keyboard.press('Escape')
  for (const model of MODELS) await expectOnePrice(page, model)
})

async function expectOnePrice(page: Page, model: ModelConfig): Promise<void> {
  await page.getByRole('button', { name: 'AI 工具' }).click()
  await page.getByRole('banner').locator(`a[href="${model.route}"]`).first().click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(model.displayName)
  const price = documented(model)
  await expect(main.locator('header')).toContainText(creditsText(price))
  const time = /generative|restore/.test(model.key) ? '预计 2–10 分钟' : '预计 5–60 秒'
  // In its place stands what runs of this model took here, once there were some.
  const said = new RegExp(`^(${time}|通常约 .*)$`)
  await expect(main.locator('header').getByText(said)).toBeVisible()
  await expect(page.getByRole('region', { name: '效果设置' }).getByText(said)).toBeVisible()
  await expect(page.getByTestId('cost-note')).toHaveText(fillText(CREDIT_TEXTS.costNote, { credits: price }))
  await expect(startButton(page)).toBeVisible()
  expect(await pricePressed(page)).toBe(price)
}

test(`${PRICE_ROWS.map(([row]) => `[${row}]`).join(' ')} [NAV-13] [PRICE-09] [PROD-10] every model really runs and charges exactly its price`, async () => {
  // Twenty-three runs, one after another, behind the other workers' pages.
  test.setTimeout(900_000)
  // What changes nothing is not charged (decision 0095): this one gives each tool something to do.
  const file = await picture({ hasCast: true })
  const charged: Awaited<ReturnType<typeof chargedBy>>[] = []
  for (const model of MODELS) charged.push(await chargedBy(model, file))
  expect(charged).toEqual(MODELS.map((model) => ({ model: model.key, credits: documented(model), result: true })))
})

/** One run by a new account. What was held, consumed and is left must agree. */
async function chargedBy(model: ModelConfig, file: Awaited<ReturnType<typeof picture>>) {
  const person = await register()
  const upload = await uploadOver(person, file, origin(), 'alternate')
  const { id } = await person.api.processing.jobs.start(startOf({ uploadId: upload.id }, model.key))
  const job = await untilEnded(person, id)
  const { credits } = await person.api.account.profile.get()
  expect(credits).toEqual({
    total: FREE_SIGN_UP_CREDITS,
    used: job.creditsConsumed,
    remaining: FREE_SIGN_UP_CREDITS - job.creditsConsumed,
  })
  expect((await person.api.history.stats()).totalCreditsUsed).toBe(job.creditsConsumed)
  return { model: model.key, credits: job.creditsConsumed, result: job.result !== null }
}

async function untilEnded({ api }: Person, id: string) {
  for await (const job of await api.processing.jobs.watch({ id }))
    if (job.status === 'completed' || job.status === 'failed') return job
  return api.processing.jobs.get({ id })
}
