// What `npm run dev` serves: the browser side by Vite, reloaded on changes, with the server behind it, and the panel that consumers never get.
import { DEVELOPER_TEXTS } from '#rulebook/site/shell-texts.ts'
import { expect, test } from './journey-test.ts'
import { leadTo } from './own-service.ts'
import { startService } from './service.ts'

const WITH_FIRST_BUNDLES_MS = 180_000
let stop: () => Promise<void>
test.beforeAll(async () => {
  test.setTimeout(WITH_FIRST_BUNDLES_MS)
  stop = leadTo(await startService({}, 'scripts/dev.ts'))
})
test.afterAll(() => stop())

test('[NAV-06] a development build shows health, number of AI services, configuration errors and route', async ({
  page,
  provoked,
}) => {
  test.setTimeout(WITH_FIRST_BUNDLES_MS)
  // Vite bundles a package when it is first asked for, and reloads the page.
  provoked.patterns.push(/Outdated Optimize Dep|ERR_ABORTED|Failed to fetch dynamically imported module/)
  await page.goto('/privacy-policy')
  const panel = page.getByRole('group').filter({ hasText: DEVELOPER_TEXTS.title })
  const facts = panel.locator('dl')
  await panel.getByText(DEVELOPER_TEXTS.title).click({ timeout: WITH_FIRST_BUNDLES_MS })
  await expect(facts).toContainText(`${DEVELOPER_TEXTS.health}${DEVELOPER_TEXTS.healthy}`, { timeout: 60_000 })
  await expect(facts).toContainText(`${DEVELOPER_TEXTS.aiServices}1`)
  await expect(facts).toContainText(`${DEVELOPER_TEXTS.configurationErrors}${DEVELOPER_TEXTS.none}`)
  await expect(facts).toContainText('/privacy-policy')
})
