// The archive of a person's own data over HTTP: no picture hides another, and its address ends with the sign-in that asked for it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload } from '#features/processing/server/testing/test-service.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider: createScriptedProvider() })
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const post: ReturnType<typeof postTo> = (...call) => postTo(origin(), foundation.settings.publicOrigin)(...call)
const signUp = (email: string) => signUpPerson(origin(), foundation.settings.publicOrigin, email)

it('loses no picture to another one that brought the number of a copy along', async () => {
  const { api, userId } = await signUp('same-names@example.com')
  for (const name of ['IMG.png', 'IMG.png', 'IMG (2).png', 'img.PNG']) {
    const id = await createTestUpload(foundation, userId)
    await foundation.database.query('update user_uploads set original_filename = $2 where id = $1', [id, name])
  }
  const offer = await api.ownData.export({ password: TEST_PASSWORD })
  const files = unzipSync(Buffer.from(await (await fetch(`${origin()}${offer.address}`)).arrayBuffer()))
  const originals = Object.keys(files).filter((name) => name.startsWith('原图/'))
  expect(new Set(originals.map((name) => name.toLowerCase())).size).toBe(4)
})

it('is for the sign-in that asked for it: after signing out its address opens nothing', async () => {
  const { api, cookie, userId } = await signUp('signed-out@example.com')
  await createTestUpload(foundation, userId)
  const [first, second] = [
    await api.ownData.export({ password: TEST_PASSWORD }),
    await api.ownData.export({ password: TEST_PASSWORD }),
  ]
  const open = async ({ address }: { address: string }) => {
    const answer = await fetch(`${origin()}${address}`)
    await answer.arrayBuffer()
    return answer.status
  }
  expect(await open(first)).toBe(200)
  await post('/api/auth/sign-out', {}, { cookie })
  expect([await open(first), await open(second)]).toEqual([403, 403])
})

it('is downloaded twice at a time by one person, not more, by whatever tickets; another person and the next download are not held up', async () => {
  const { api, userId } = await signUp('many-at-once@example.com')
  // Larger than what sockets and streams hold, so that a download that nobody reads stays open.
  const path = join(foundation.settings.dataDir, 'large')
  await writeFile(path, new Uint8Array(24 * 1024 * 1024))
  const id = await createTestUpload(foundation, userId)
  const [row] = await foundation.database.query<{ key: string }>(
    'select oss_url as key from user_uploads where id = $1',
    [id],
  )
  await foundation.storage.putFile(row!.key, path, 'image/png')
  const offer = () => api.ownData.export({ password: TEST_PASSWORD })
  const [one, another, third] = [await offer(), await offer(), await offer()]
  const begin = ({ address }: { address: string }, method = 'GET') => fetch(`${origin()}${address}`, { method })
  const held = [await begin(one), await begin(another)]
  expect(held.map(({ status }) => status)).toEqual([200, 200])
  const refused = await begin(third)
  expect([refused.status, await refused.json()]).toEqual([429, { code: 'too-many-archives' }])
  await expect(offer()).rejects.toMatchObject({ status: 429, code: 'too-many-archives' })
  const ofHistory = api.history.archive({ uploadIds: [id] }) // counted together
  await expect(ofHistory).rejects.toMatchObject({ status: 429, code: 'too-many-archives' })
  const { api: others } = await signUp('someone-else@example.com')
  const theirs = await begin(await others.ownData.export({ password: TEST_PASSWORD }))
  expect([theirs.status, (await theirs.arrayBuffer()).byteLength > 0]).toEqual([200, true])

  await held[0]!.body!.cancel()
  const headed = async () => (await begin(third, 'HEAD')).status
  await expect.poll(headed).toBe(200)
  await expect.poll(headed).toBe(200) // what only asked for the size holds no place
  const looks = await Promise.all(
    [1, 2, 3].map(() => fetch(`${origin()}${third.address}`, { headers: { range: 'bytes=0-0' } })),
  )
  expect(looks.map(({ status }) => status)).toContain(200) // as a page does before the browser's own download
  const last = await begin(third)
  expect([last.status, (await last.arrayBuffer()).byteLength]).toEqual([200, third.sizeBytes])
  expect((await held[1]!.arrayBuffer()).byteLength).toBe(another.sizeBytes)
  const again = [await begin(one), await begin(another)]
  expect(again.map(({ status }) => status)).toEqual([200, 200])
  for (const { body } of again) await body!.cancel()
})
