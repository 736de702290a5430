// A service that knows Google and GitHub as a local OAuth and OpenID Connect server, and the steps through it.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  type ProviderEmulator,
  startProviderEmulator,
} from '../src/features/account/server/testing/provider-emulator.ts'
import {
  EMULATOR_CLIENT,
  type Person as ProviderPerson,
} from '../src/features/account/server/testing/provider-grants.ts'
import { expectAccessible } from './accessible.ts'
import { expect } from './journey-test.ts'
import { startOwnService } from './own-service.ts'
import { freshEmail } from './person.ts'

/** The provider's page is another host on purpose. */
export const PROVIDER_PAGE = /foreign host: http:\/\/127\.0\.0\.1:\d+\/authorize/

export interface ProviderService {
  readonly emulator: ProviderEmulator
  stop(): Promise<void>
}

/** All journeys of a file go to a service of their own from here on, with these further settings, until `stop`. */
export async function startProviderService(settings: Record<string, string> = {}): Promise<ProviderService> {
  const emulator = await startProviderEmulator(newPerson())
  const stopService = await startOwnService({
    GOOGLE_CLIENT_ID: EMULATOR_CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: EMULATOR_CLIENT.clientSecret,
    GOOGLE_DISCOVERY_URL: `${emulator.origin}/.well-known/openid-configuration`,
    GITHUB_CLIENT_ID: EMULATOR_CLIENT.clientId,
    GITHUB_CLIENT_SECRET: EMULATOR_CLIENT.clientSecret,
    GITHUB_AUTHORIZATION_URL: `${emulator.origin}/authorize`,
    GITHUB_TOKEN_URL: `${emulator.origin}/github-token`,
    GITHUB_API_URL: emulator.origin,
    ...settings,
  })
  return { emulator, stop: () => stopService().then(() => emulator.close()) }
}

export const newPerson = (): ProviderPerson => ({
  id: String(randomInt(1e9)),
  email: freshEmail(),
  emailVerified: true,
  name: '李雷',
})

export const allow = (page: Page) => page.getByRole('link', { name: 'Allow', exact: true })

/** Presses a provider's button on our page and waits for the provider's page. */
export async function openProvider(page: Page, address: string, button: 'Google' | 'GitHub'): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: new RegExp(button) }).click()
  await expect(allow(page)).toBeVisible()
}

/** Who comes by a provider has ticked nothing yet: the first page asks, and nothing goes on before. */
export async function agreeToTerms(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '请确认服务条款和隐私政策' })
  await expect(dialog.getByRole('button', { name: '同意并继续' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'terms')
  await dialog.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await dialog.getByRole('button', { name: '同意并继续' }).click()
  await expect(dialog).toBeHidden()
}

/** A line of the login methods in the profile. */
export const methodRow = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
