// What a person does on a tool page, as steps that several journeys share.
import type { BrowserContext, FileChooser, Locator, Page } from '@playwright/test'
import { CREDIT_TEXTS } from '#rulebook/credits/credits.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { UPLOADER_TEXTS } from '#rulebook/runs/tool-page-texts.ts'
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import { expect, test } from './journey-test.ts'
import { type Person, register } from './person.ts'
import { type PictureFile, picture } from './picture.ts'

export const FAST_TOOL = 'denoise/normal'

export const startButton = (page: Page): Locator => page.getByRole('button', { name: /^(开始处理|再次处理|处理中)/ })
export const balance = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /剩余积分/ })
export const chooser = (page: Page): Locator => page.getByLabel(UPLOADER_TEXTS.label, { exact: true })
const workspace = (page: Page): Locator => page.locator('[data-flow]')

export type Flow = 'idle' | 'uploading' | 'held' | 'processing' | 'result'
/** The engine runs at low priority: on a machine that does much else a small picture has taken over a minute (measured at load 10). */
export const RUN_TIMEOUT_MS = 180_000
const TEST_WITH_RUN_TIMEOUT_MS = 420_000

export async function expectFlow(
  page: Page,
  flow: Flow,
  timeoutMs = flow === 'result' ? RUN_TIMEOUT_MS : 60_000,
): Promise<void> {
  const info = test.info()
  if (flow === 'result') info.setTimeout(Math.max(info.timeout, TEST_WITH_RUN_TIMEOUT_MS))
  await expect(workspace(page)).toHaveAttribute('data-flow', flow, { timeout: timeoutMs })
}

/** A run that was started without a browser. */
export async function expectCompleted({ api }: Person, id: string): Promise<void> {
  const info = test.info()
  info.setTimeout(Math.max(info.timeout, TEST_WITH_RUN_TIMEOUT_MS))
  const readStatus = async () => (await api.processing.jobs.get({ id })).status
  await expect.poll(readStatus, { timeout: RUN_TIMEOUT_MS }).toBe('completed')
}

export async function openTool(page: Page, modelKey = FAST_TOOL): Promise<void> {
  await page.goto(`/ai/${modelKey}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(modelByKey(modelKey)!.displayName)
}

/** What `press` opens. Without the round trip the press can overtake Playwright's own switch, and the chooser is lost (measured on a slowed processor). */
export async function chooserOpenedBy(page: Page, press: () => Promise<void>): Promise<FileChooser> {
  const asked = page.waitForEvent('filechooser')
  await page.evaluate(() => undefined)
  await press()
  return asked
}

/** Chooses a file and waits until the page holds it and offers the start. */
export async function holdPicture(page: Page, file?: PictureFile): Promise<void> {
  await chooser(page).setInputFiles(file ?? (await picture()))
  await expectFlow(page, 'held')
  await expect(startButton(page)).toBeEnabled()
}

export const creditsText = (credits: number): string => fillText(CREDIT_TEXTS.credits, { credits })

/** The price that the start button shows. */
export async function pricePressed(page: Page): Promise<number> {
  const label = (await startButton(page).textContent()) ?? ''
  return Number(/(\d+) 积分/.exec(label)?.[1])
}

/** Uploads a picture without a browser. */
export async function uploadOver(person: Person, file: PictureFile, origin: string, purpose = 'main') {
  const body = new FormData()
  body.append('purpose', purpose)
  body.append('file', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name)
  const answer = await fetch(`${origin}/api/uploads`, { method: 'POST', headers: await person.headers(), body })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return (await answer.json()) as { id: string; width: number; height: number }
}

/** A new person in this browser who has agreed that pictures go to the AI provider. */
export async function enterWithConsent(context: BrowserContext): Promise<Person> {
  const person = await register()
  await person.enter(context)
  const { consent } = person.api.processing
  await consent.give((await consent.read()).recipient!)
  return person
}
