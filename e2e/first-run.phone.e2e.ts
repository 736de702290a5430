// The same way with a finger on a phone, 360 pixels wide.
import { dragByTouch, firstRun, smallPicture } from './first-run.ts'
import { expect, test } from './journey-test.ts'

test('[TOOL-02] [TOOL-03] [TOOL-08] on a phone: register, sign in, upload, watch, compare by touch, download, balance, history', async ({
  page,
}) => {
  await firstRun(page, await smallPicture(), dragByTouch)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
