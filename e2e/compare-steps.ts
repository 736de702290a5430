// Steps of the compare view that the journeys with mouse, keyboard and finger share.
import type { Locator, Page } from '@playwright/test'
import { startOf } from '#features/processing/testing/start-of.ts'
import { COMPARE_TEXTS } from '#rulebook/runs/compare-texts.ts'
import { expect } from './journey-test.ts'
import type { Person } from './person.ts'
import { picture } from './picture.ts'
import { expectCompleted, expectFlow, holdPicture, openTool, startButton, uploadOver } from './tool-steps.ts'

export const stage = (page: Page): Locator => page.getByRole('group', { name: COMPARE_TEXTS.label })
export const zoomPercent = (page: Page, percent: number): Promise<void> =>
  expect(page.getByText(`缩放 ${percent}%`)).toBeAttached()
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
export const chooseMode = (page: Page, mode: string): Promise<void> =>
  page.getByRole('radiogroup', { name: COMPARE_TEXTS.mode }).getByText(mode, { exact: true }).click()

interface PixelSize {
  readonly width: number
  readonly height: number
}

/** A finished run on a tool page, seen whole: one larger than the stage has opened at 100 % where it changed most. */
export async function showResult(page: Page, size: PixelSize): Promise<void> {
  await openTool(page)
  await holdPicture(page, await picture(size))
  await startButton(page).click()
  await expectFlow(page, 'result')
  await expect(page.getByRole('slider', { name: COMPARE_TEXTS.handle })).toBeVisible()
  const box = (await stage(page).boundingBox())!
  const pixelRatio = await page.evaluate(() => devicePixelRatio)
  if (Math.max(size.width / box.width, size.height / box.height) < pixelRatio * 1.1) return
  await expect(page.getByText(COMPARE_TEXTS.atSpot)).toBeVisible()
  await zoomPercent(page, 100)
  await press(page, COMPARE_TEXTS.fit)
  await expect(page.getByText(COMPARE_TEXTS.atSpot)).toHaveCount(0)
}

/** A finished run, made without a browser; the name of its picture. */
export async function runOver(person: Person, origin: string, size: PixelSize): Promise<string> {
  const name = 'wide.jpg'
  const { id: uploadId } = await uploadOver(person, await picture({ ...size, name }), origin)
  const { id } = await person.api.processing.jobs.start(startOf({ uploadId }))
  await expectCompleted(person, id)
  return name
}

/** Where the pictures of the view lie, as parts of the window: equal numbers are equal places. */
export const placesOfPictures = (page: Page): Promise<number[][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-world]')].map((world) => {
      const box = world.getBoundingClientRect()
      const pane = world.closest('[class*="pane"]')!.getBoundingClientRect()
      return [box.x - pane.x, box.y - pane.y, box.width, box.height].map(Math.round)
    }),
  )
