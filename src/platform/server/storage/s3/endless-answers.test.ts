// An S3 server, or who stands in its place, that sends without an end: what it says of itself is left where it is.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EndlessServer, startEndlessServer } from '../../http/testing/endless-server.ts'
import { s3StorageIn } from './s3-storage.ts'
import { PART_BYTES } from './upload-parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'huanying-endless-'))
const path = join(folder, 'large')
let server: EndlessServer
beforeAll(async () => {
  server = await startEndlessServer()
  writeFileSync(path, '')
  truncateSync(path, PART_BYTES + 1)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const storage = () =>
  s3StorageIn(
    {
      endpoint: server.url,
      publicEndpoint: server.url,
      bucket: 'pictures',
      region: 'us-east-1',
      style: 'path',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    },
    { now: () => new Date() },
  )

it.each([
  [
    'a list',
    200,
    async () => {
      for await (const object of storage().list()) return object
    },
    'TooLongError',
  ],
  ['the begin of an upload in parts', 200, () => storage().putFile('a/b', path, 'image/png'), 'TooLongError'],
  ['a refusal', 403, () => storage().checkWritable(), 'S3Error'],
])('%s that does not end is not read on', async (_, status, ask, name) => {
  server.status = status
  await expect(ask()).rejects.toMatchObject({ name })
  expect(server.sentBytes).toBeLessThan(50_000_000)
})
