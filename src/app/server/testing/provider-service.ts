// A service beside an emulator of the providers, whose emails are kept: for tests of ways into an account.
import { expect } from 'vitest'
import { settingsOfEmulator } from '#features/account/server/testing/answer-as-provider.ts'
import { type ProviderEmulator, startProviderEmulator } from '#features/account/server/testing/provider-emulator.ts'
import type { Person } from '#features/account/server/testing/provider-grants.ts'
import type { EmailMessage } from '#platform/server/mail/mailer.ts'
import type { Foundation } from '../open-foundation.ts'
import { startOn } from '../start-service.ts'
import { Browser } from './browser.ts'
import { openTestFoundation } from './open-test-foundation.ts'

export interface ProviderService {
  readonly emulator: ProviderEmulator
  readonly foundation: Foundation
  readonly origin: string
  /** Sent so far, oldest first. */
  readonly emails: readonly EmailMessage[]
  /** At this network address, of which the routes allow so many calls a minute. */
  openBrowser(address?: string): Browser
  /** The first link of the newest email of this subject, once there is one. */
  linkTo(email: string, subject: RegExp): Promise<string>
  stop(): Promise<void>
}

/** `mailDelivers`: whether the service believes that emails arrive. */
export async function openProviderService(person: Person, { mailDelivers = true } = {}): Promise<ProviderService> {
  const emails: EmailMessage[] = []
  const emulator = await startProviderEmulator(person)
  const foundation = await openTestFoundation({ PROVIDER: 'scripted', TRUSTED_PROXIES: '127.0.0.1' })
  const settings = { ...foundation.settings, ...settingsOfEmulator(emulator) }
  const mailer = { delivers: mailDelivers, send: async (message: EmailMessage) => void emails.push(message) }
  const service = await startOn({ ...foundation, settings, mailer })
  const origin = `http://127.0.0.1:${service.port}`
  return {
    emulator,
    foundation,
    origin,
    emails,
    openBrowser: (address) =>
      new Browser({ origin, publicOrigin: foundation.settings.publicOrigin, ...(address && { address }) }),
    linkTo: async (email, subject) => {
      const find = () => emails.findLast((message) => message.to === email && subject.test(message.subject))
      await expect.poll(find).toBeTruthy()
      return /https?:\S+/.exec(find()!.text)![0]
    },
    stop: async () => {
      await service.stop()
      await emulator.close()
    },
  }
}
