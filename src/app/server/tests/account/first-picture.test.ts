// The picture with which an account begins (UDROP-32, UDROP-34; decision 0055): taken once from the provider or the operator's generator, kept here,
// and nothing of this service's own network asked for a stranger.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsOfEmulator } from '#features/account/server/testing/answer-as-provider.ts'
import { type ProviderEmulator, startProviderEmulator } from '#features/account/server/testing/provider-emulator.ts'
import type { Person } from '#features/account/server/testing/provider-grants.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { Browser } from '../../testing/browser.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'

const PASSWORD = 'quiet-harbour-93'
const asked: string[] = []
/** What it answers: a picture, one above the limit of bytes, a text that calls itself one, or the way to a picture elsewhere. */
let answers: 'picture' | 'large' | 'text' | 'away' = 'picture'
const inner = createServer(async ({ url = '' }, response) => {
  asked.push(url)
  const side = answers === 'large' ? 1200 : 80
  const noise = Buffer.from(Array.from({ length: side * side * 3 }, (_, index) => (index * 7919 * (index % 131)) % 251))
  const picture = () =>
    sharp(noise, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
  if (answers === 'away') return void response.writeHead(302, { location: '/elsewhere' }).end()
  if (answers === 'text') return void response.setHeader('content-type', 'image/png').end('no picture')
  response.setHeader('content-type', 'image/png').end(await picture())
})
let innerOrigin = ''
let emulator: ProviderEmulator
let foundation: Foundation
let service: Service
beforeAll(async () => {
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  innerOrigin = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`
  emulator = await startProviderEmulator(person('1'))
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn({
    ...foundation,
    settings: { ...foundation.settings, ...settingsOfEmulator(emulator) },
  })
})
afterAll(async () => {
  await service.stop()
  await emulator.close()
  inner.close()
})

function person(id: string, picture?: string): Person {
  return { id, email: `p${id}@picture.example.com`, emailVerified: true, name: `N${id}`, ...(picture && { picture }) }
}
const origin = () => `http://127.0.0.1:${service.port}`
const openBrowser = (at = service) =>
  new Browser({ origin: `http://127.0.0.1:${at.port}`, publicOrigin: foundation.settings.publicOrigin })

interface SessionBody {
  readonly user: { readonly id: string; readonly user_metadata: { readonly avatar_url?: string } }
}
const sessionOf = async (browser: Browser) => (await browser.post('/api/v1/account/session')).body as SessionBody
const addressOf = async (browser: Browser) => (await sessionOf(browser)).user.user_metadata.avatar_url

describe.each(['google', 'github'] as const)('who comes by %s', (provider) => {
  it('[UDROP-32] has the picture of the provider at once, from our own address, fetched once and drawn anew', async () => {
    const one = person(provider === 'google' ? '11' : '12')
    const before = emulator.pictureCalls
    const browser = openBrowser()
    await browser.signInWith(emulator, provider, one)
    const { user } = await sessionOf(browser)
    expect(user.user_metadata.avatar_url).toMatch(new RegExp(`^/avatars/${user.id}/avatar_\\d+\\.webp$`))
    const shown = await fetch(origin() + user.user_metadata.avatar_url)
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 96 })
    const again = openBrowser()
    await again.signInWith(emulator, provider, one)
    expect(await addressOf(again)).toBe(user.user_metadata.avatar_url)
    expect(emulator.pictureCalls - before).toBe(1)
  })
})

describe('an address of a picture that a stranger chose', () => {
  it('leads this service into no network of its own, and the newcomer is signed in without a picture', async () => {
    const addresses = [
      `${innerOrigin}/secret`,
      innerOrigin.replace('http:', 'https:'),
      `https://localhost/secret`,
      'https://[::ffff:127.0.0.1]/secret',
      'https://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'no address',
    ]
    for (const [index, address] of addresses.entries()) {
      const browser = openBrowser()
      await browser.signInWith(emulator, 'google', person(`2${index}`, address))
      expect(await addressOf(browser), address).toBeUndefined()
    }
    expect(asked).toEqual([])
    const kept = await foundation.database.query('select image from auth_users where image not like $1', ['/avatars/%'])
    expect(kept).toEqual([])
  })
})

it('a newcomer is signed in though the address of a picture that cannot be had stays in the database', async () => {
  const users = 'alter table auth_users'
  await foundation.database.query(
    `${users} add constraint away check (email <> 'p31@picture.example.com' or image is not null)`,
  )
  try {
    const browser = openBrowser()
    await browser.signInWith(emulator, 'google', person('31', 'no address'))
    expect((await sessionOf(browser)).user.id).toBeTruthy()
  } finally {
    await foundation.database.query(`${users} drop constraint away`)
  }
})

describe('[P-20] with an avatar generator of the operator', () => {
  it('[UDROP-34] a newcomer’s picture is asked for by the user id and nothing else; what is none leaves the drawing', async () => {
    const other = await openTestFoundation({
      PROVIDER: 'scripted',
      AVATAR_GENERATOR_URL: `${innerOrigin}/{seed}?size=80`,
    })
    const started = await startOn(other)
    for (const kind of ['picture', 'large', 'text', 'away'] as const) {
      answers = kind
      asked.length = 0
      const browser = openBrowser(started)
      await browser.signUp(`${kind}@picture.example.com`, PASSWORD)
      const { user } = await sessionOf(browser)
      const imageOf = async () =>
        (await other.database.query<{ image: string }>('select image from auth_users where id = $1', [user.id]))[0]
          ?.image
      await expect.poll(() => asked).toEqual([`/${user.id}?size=80`])
      if (kind === 'picture') await expect.poll(() => addressOf(browser)).toContain(`/avatars/${user.id}/`)
      else expect(await imageOf(), kind).toBeNull()
    }
    await started.stop()
    expect(asked).toHaveLength(1)
  })
})
