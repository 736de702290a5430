// Avatars over HTTP: what is refused, what is stored, who may look, and what goes with the old one (document 1 §5, §7, §9; U-22).
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Profile } from '#features/account/contract.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

/** The service's time while it is made to stand still. */
let standing: Date | undefined
let foundation: Foundation
let service: Service
let person: TestPerson
beforeAll(async () => {
  foundation = await openTestFoundation({}, { now: () => standing ?? new Date() })
  service = await startOn(foundation)
  person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'avatar@example.com')
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const flat = (width: number, height: number, format: 'png' | 'gif' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })
    .toFormat(format)
    .toBuffer()

async function send(bytes: Buffer | undefined, type = 'image/png', headers = person.headers): Promise<Response> {
  const body = new FormData()
  if (bytes) body.append('file', new Blob([new Uint8Array(bytes)], { type }), 'me.png')
  else body.append('other', 'x')
  return fetch(`${origin()}/api/account/avatar`, { method: 'POST', headers, body })
}
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

describe('an avatar', () => {
  it('[CALL-ACC-17] [CALL-ACC-18] [CALL-ACC-19] [CALL-ACC-20] is stored anew as a square, public for an hour, and the old one goes', async () => {
    const first = (await (await send(await flat(300, 200))).json()) as Profile
    expect(first.avatar_url).toMatch(new RegExp(`^/avatars/${person.userId}/avatar_\\d+\\.webp$`))
    const shown = await fetch(`${origin()}${first.avatar_url}`)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600, immutable'])
    const picture = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect(picture).toMatchObject({ format: 'webp', width: 200, height: 200 })

    const second = (await (await send(await flat(100, 100))).json()) as Profile
    expect(second.avatar_url).not.toBe(first.avatar_url)
    expect((await fetch(`${origin()}${first.avatar_url}`)).status).toBe(404)
    expect((await person.api.account.profile.get()).avatar_url).toBe(second.avatar_url)
  })

  it('[CALL-ACC-18] [CALL-ACC-20] overwrites none of the same millisecond, and none goes but the old one', async () => {
    standing = new Date()
    const addresses: string[] = []
    for (const side of [60, 70])
      addresses.push(((await (await send(await flat(side, side))).json()) as Profile).avatar_url!)
    standing = undefined
    const statuses = await Promise.all(addresses.map(async (address) => (await fetch(`${origin()}${address}`)).status))
    expect(statuses).toEqual([404, 200])
  })

  it('loses its place and time: metadata of the camera is not kept', async () => {
    const withPlace = await sharp(await flat(200, 200))
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const { avatar_url } = (await (await send(withPlace, 'image/jpeg')).json()) as Profile
    const stored = Buffer.from(await (await fetch(`${origin()}${avatar_url}`)).arrayBuffer())
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect(stored.includes('secret place')).toBe(false)
  })

  it.each([
    ['[VALID-AVATAR-01] none', async () => send(undefined), 'avatar-missing'],
    ['[VALID-AVATAR-02] a GIF', async () => send(await flat(100, 100, 'gif'), 'image/gif'), 'avatar-type'],
    ['a GIF under another type', async () => send(await flat(100, 100, 'gif'), 'image/png'), 'avatar-unreadable'],
    ['[VALID-AVATAR-03] more than 1 MB', async () => send(Buffer.alloc(1024 * 1024 + 1)), 'avatar-too-large'],
    ['[VALID-AVATAR-04] 49 × 50 pixels', async () => send(await flat(49, 50)), 'avatar-too-few-pixels'],
    ['[VALID-AVATAR-05] 2049 × 100 pixels', async () => send(await flat(2049, 100)), 'avatar-too-many-pixels'],
    ['a bomb of 30 megapixels', async () => send(await flat(6000, 5000)), 'avatar-too-many-pixels'],
    ['[VALID-AVATAR-06] a text named .png', async () => send(Buffer.from('no picture at all')), 'avatar-unreadable'],
  ])('%s is refused, and the one before stays', async (_title, attempt, code) => {
    const { avatar_url } = (await (await send(await flat(60, 60))).json()) as Profile
    expect(await codeOf(await attempt())).toBe(code)
    expect((await person.api.account.profile.get()).avatar_url).toBe(avatar_url)
    expect((await fetch(`${origin()}${avatar_url}`)).status).toBe(200)
  })

  it('belongs to the person of the token only', async () => {
    const { authorization: _token, ...visitor } = person.headers
    expect((await send(await flat(60, 60), 'image/png', visitor as typeof person.headers)).status).toBe(401)
    for (const path of ['/avatars/../secret/x', `/avatars/${person.userId}/..%2f..%2fx`, '/avatars/x/avatar_1.webp'])
      expect((await fetch(`${origin()}${path}`)).status).not.toBe(200)
  })

  it('can be removed', async () => {
    const { avatar_url } = (await (await send(await flat(60, 60))).json()) as Profile
    const answer = await fetch(`${origin()}/api/account/avatar`, { method: 'DELETE', headers: person.headers })
    expect(((await answer.json()) as Profile).avatar_url).toBeNull()
    expect((await fetch(`${origin()}${avatar_url}`)).status).toBe(404)
  })
})
