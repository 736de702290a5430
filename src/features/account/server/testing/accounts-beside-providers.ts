// The account feature beside an emulator of the providers, whose person each test names.
import { settingsOfEmulator } from './answer-as-provider.ts'
import { type ProviderEmulator, startProviderEmulator } from './provider-emulator.ts'
import { openTestAccounts, type TestAccounts, type TestAccountsOptions } from './test-accounts.ts'

/** Closed together, by the service. */
export async function openAccountsBesideProviders(
  options: Omit<TestAccountsOptions, 'settings'> = {},
): Promise<{ readonly emulator: ProviderEmulator; readonly service: TestAccounts }> {
  const emulator = await startProviderEmulator({ id: '1', email: 'x@example.com', emailVerified: true, name: 'X' })
  const service = await openTestAccounts({ ...options, settings: settingsOfEmulator(emulator) })
  const close = async () => {
    await service.close()
    await emulator.close()
  }
  return { emulator, service: { ...service, close } }
}
