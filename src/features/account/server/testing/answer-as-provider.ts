// The way through a provider and back, without a browser: the emulator signs in this person and the service gets the code.
import type { Person, ProviderEmulator } from './provider-emulator.ts'
import type { TestBrowser } from './test-accounts.ts'

/** `address` is where the service sent the browser; answers where the service leads it in the end. */
export async function answerAsProvider(
  emulator: ProviderEmulator,
  browser: TestBrowser,
  address: string,
  person: Person,
): Promise<string> {
  const asked = new URL(address).searchParams
  emulator.person = person
  emulator.nonce = asked.get('nonce') ?? undefined
  const back = new URL(asked.get('redirect_uri')!)
  const query = new URLSearchParams({ code: 'code', state: asked.get('state')! })
  const answer = await browser.auth(`${back.pathname.replace('/api/auth', '')}?${query}`)
  return answer.headers.get('location') ?? `status ${answer.status}`
}

/** Settings under which both providers are this emulator. */
export const settingsOfEmulator = (
  emulator: ProviderEmulator,
  client: { readonly clientId: string; readonly clientSecret: string },
) => ({
  google: { ...client, discoveryUrl: `${emulator.origin}/.well-known/openid-configuration` },
  github: {
    ...client,
    authorizationUrl: `${emulator.origin}/authorize`,
    tokenUrl: `${emulator.origin}/github-token`,
    apiUrl: emulator.origin,
  },
})
