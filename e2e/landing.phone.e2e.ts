// The first screen on a phone: the way in stands there whole, and promises nothing that a finger cannot do.
import { HOME_UPLOADER_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import { expect, test } from './journey-test.ts'
import { chooserOpenedBy } from './tool-steps.ts'

test('by touch a photo is chosen, not dragged, on the first screen', async ({ page }) => {
  await page.goto('/')
  const choose = page.getByText(HOME_UPLOADER_TEXTS.choose, { exact: true })
  await expect(choose).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(HOME_UPLOADER_TEXTS.drop)).toBeHidden()
  await chooserOpenedBy(page, () => choose.tap())
})
