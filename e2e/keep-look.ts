// Screenshots for reviewing a journey, with E2E_LOOKS=1: they prove nothing, and each costs about half a second of processor time.
import type { Page } from '@playwright/test'

export async function keepLook(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.E2E_LOOKS) await page.screenshot({ path: `test-results/${name}.png`, fullPage })
}
