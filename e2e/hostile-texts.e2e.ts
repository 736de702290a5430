// Markup in what people type and in addresses is shown as text and never runs: file name, query texts, search.
import { expect, test } from './journey-test.ts'
import { origin, register } from './person.ts'
import { picture } from './picture.ts'
import { uploadOver } from './tool-steps.ts'

const MARKUP = '<img src=x onerror="window.planted=1"><script>window.planted=1</script>'
const planted = () => (window as { planted?: number }).planted

test('markup in a file name, in query texts and in a search is text on the page', async ({
  page,
  context,
  provoked,
}) => {
  await page.goto(`/auth/login?message=${encodeURIComponent(MARKUP)}`)
  await expect(page.getByText('<img src=x onerror=')).toBeVisible()
  await page.goto(`/auth/login?error=${encodeURIComponent(MARKUP)}`)
  await expect(page.getByText('<img src=x onerror=')).toBeVisible()
  expect(await page.evaluate(planted)).toBeUndefined()

  const person = await register()
  const name = '<img src=x onerror=window.planted=1>.jpg'
  await uploadOver(person, await picture({ name }), origin())
  await person.enter(context)
  await page.goto('/profile/history')
  await expect(page.getByText(name).first()).toBeVisible()
  await page.goto(`/profile/history?q=${encodeURIComponent(MARKUP)}`)
  await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).first()).toHaveValue(MARKUP)
  expect(await page.evaluate(planted)).toBeUndefined()
  expect(await page.locator('img[src$="/x"], img[src="x"]').count()).toBe(0)

  // One that gets in all the same is stopped by the page's policy, which reports it to the service.
  provoked.patterns.push(/violates the following Content Security Policy directive/)
  const report = page.waitForResponse('**/api/csp-reports')
  await page.evaluate(() => {
    const smuggled = document.createElement('script')
    smuggled.textContent = 'window.planted = 1'
    document.body.append(smuggled)
  })
  expect((await report).status()).toBe(204)
  expect(await page.evaluate(planted)).toBeUndefined()
})
