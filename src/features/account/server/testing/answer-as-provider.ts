// The way through a provider and back, without a browser: the emulator's page is read, and the service gets the code of its link.
import type { ProviderEmulator } from './provider-emulator.ts'
import { EMULATOR_CLIENT, type Person } from './provider-grants.ts'
import type { TestBrowser } from './test-accounts.ts'

/** `address` is where the service sent the browser; answers where the provider sends it back when this person agrees. */
export async function agreeAsPerson(emulator: ProviderEmulator, address: string, person: Person): Promise<URL> {
  emulator.person = person
  const page = await (await fetch(address)).text()
  const [, way] = /<a href="([^"]+)">Allow<\/a>/.exec(page) ?? []
  if (!way) throw new Error(`the provider refuses the request: ${page}`)
  return new URL(way.replaceAll('&amp;', '&'))
}

/** Returns where the service leads in the end. */
export async function answerAsProvider(
  emulator: ProviderEmulator,
  browser: TestBrowser,
  address: string,
  person: Person,
): Promise<string> {
  return comeBack(browser, await agreeAsPerson(emulator, address, person))
}

export async function comeBack(browser: TestBrowser, way: URL): Promise<string> {
  const answer = await browser.auth(way.pathname.replace('/api/auth', '') + way.search)
  return answer.headers.get('location') ?? `status ${answer.status}`
}

/** Settings under which both providers are this emulator. */
export const settingsOfEmulator = (emulator: ProviderEmulator, client = EMULATOR_CLIENT) => ({
  google: { ...client, discoveryUrl: `${emulator.origin}/.well-known/openid-configuration` },
  github: {
    ...client,
    authorizationUrl: `${emulator.origin}/authorize`,
    tokenUrl: `${emulator.origin}/github-token`,
    apiUrl: emulator.origin,
  },
})
