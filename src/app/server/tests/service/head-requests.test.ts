// Only the head of an answer is asked for: what was opened for its body is closed, or each such request would hold a file open for good.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { MEGABYTE } from '#rulebook/pictures/upload.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const opened: Readable[] = []
let foundation: Foundation
let service: Service
let person: TestPerson
let jobId: string
beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  const { storage } = foundation
  const openRead = storage.openRead.bind(storage)
  Object.assign(storage, {
    openRead: async (...args: Parameters<typeof openRead>) => {
      const stream = await openRead(...args)
      opened.push(stream)
      return stream
    },
  })
  service = await startOn(foundation, { provider: createScriptedProvider() })
  person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'head@example.com')
  const { jobs } = person.api.processing
  jobId = (await jobs.start(startOf({ uploadId: await createTestUpload(foundation, person.userId) }))).id
  await eventually(
    async () => (await jobs.get({ id: jobId })).status,
    (status) => status === 'completed',
  )
  // More than a stream reads ahead: what fits in there ends by itself.
  const [keys] = await foundation.database.query<{ result: string; thumbnail: string }>(
    'select result_oss_url as result, thumbnail_result_url as thumbnail from processing_history where id = $1',
    [jobId],
  )
  for (const key of [keys!.result, keys!.thumbnail]) {
    const path = join(foundation.settings.dataDir, 'large')
    await writeFile(path, Buffer.alloc(4 * MEGABYTE))
    await foundation.storage.putFile(key, path, 'image/png')
  }
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const ADDRESSES: Readonly<Record<string, () => Promise<string>>> = {
  'a shared picture': async () => {
    const { address } = await person.api.processing.shares.create({ jobId, days: 7, allowsDownload: false })
    return address.replace('?k=', '/card?k=').replace(foundation.settings.publicOrigin, '')
  },
  'the export': async () => (await person.api.ownData.export({ password: TEST_PASSWORD })).address,
  'a stored file': async () =>
    (await person.api.processing.jobs.get({ id: jobId })).result!.downloadAddress.replace(/^https?:\/\/[^/]+/, ''),
}

it.each(Object.keys(ADDRESSES))('%s', async (what) => {
  const address = await ADDRESSES[what]!()
  opened.length = 0
  const head = await fetch(origin() + address, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const whole = await fetch(origin() + address)
  expect((await whole.arrayBuffer()).byteLength).toBe(Number(head.headers.get('content-length')))
  expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
  await expect.poll(() => opened.filter((stream) => !stream.destroyed).length).toBe(0)
  expect(opened.length).toBeGreaterThan(0)
})
