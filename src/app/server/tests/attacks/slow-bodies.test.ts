// A body may come slowly, and the sign-in that it was begun with may end before it has come: then nothing is stored and nothing starts.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { eventually } from '#features/processing/server/testing/test-service.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { postTo, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
let image: Uint8Array<ArrayBuffer>
const origin = () => `http://127.0.0.1:${service.port}`
const own = () => foundation.settings.publicOrigin
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)

beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider })
  const create = { width: 320, height: 240, channels: 3 as const, background: '#446688' }
  image = new Uint8Array(await sharp({ create }).png().toBuffer())
})
afterAll(() => service.stop())

const upload = () => {
  const form = new FormData()
  form.append('purpose', 'main')
  form.append('file', new Blob([image]), 'photo.png')
  return new Request(`${origin()}/api/uploads`, { method: 'POST', body: form })
}
const call = (name: string, functionType: string) => () =>
  new Request(`${origin()}/api/functions/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ functionType, image: Buffer.from(image).toString('base64') }),
  })

/** Sends one half of the body, waits until the service has begun to take it, and sends the other half. */
async function sendSlowly(request: Request, person: TestPerson, between: () => Promise<unknown>): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  const halves = new TransformStream<Uint8Array, Uint8Array>()
  const writer = halves.writable.getWriter()
  const answer = fetch(request.url, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': request.headers.get('content-type')! },
    body: halves.readable,
    duplex: 'half',
  } as RequestInit)
  await writer.write(bytes.subarray(0, bytes.length / 2))
  await eventually(
    () => query('select 1 from user_quotas where subject like $1', `%${person.userId}%`),
    (rows) => rows.length > 0,
  )
  await between()
  await writer.write(bytes.subarray(bytes.length / 2))
  await writer.close()
  return answer
}

it.each([
  ['an upload', upload],
  ['a documented call', call('topaz-process', 'enhance')],
  ['a documented call that is polled', call('topaz-process-async', 'enhance-generative')],
])('%s whose sender is signed out before its end stores nothing and starts nothing', async (name, request) => {
  const email = `${name.replaceAll(' ', '-')}@slow.example.com`
  const person = await signUpPerson(origin(), own(), email)
  const signOut = async () =>
    expect((await postTo(origin(), own())('/api/auth/sign-out', {}, { cookie: person.cookie })).status).toBe(200)
  const answer = await sendSlowly(request(), person, signOut)
  expect(answer.status).toBe(401)
  for (const table of ['user_uploads', 'processing_history'])
    expect([table, await query(`select id from ${table} where user_id = $1`, person.userId)]).toEqual([table, []])
  const keys: string[] = []
  for await (const { key } of foundation.storage.list(`uploads/${person.userId}`)) keys.push(key)
  expect(keys).toEqual([])
})

it('one who stays signed in is served', async () => {
  const person = await signUpPerson(origin(), own(), 'stays@slow.example.com')
  expect((await sendSlowly(upload(), person, async () => {})).status).toBe(200)
  expect(await query('select id from user_uploads where user_id = $1', person.userId)).toHaveLength(1)
})
