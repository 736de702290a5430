// A file that goes up in parts over a line that fails, to a server that checks signatures: the object is whole or not there, and no upload stays open.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PrivateS3, startPrivateS3, whyNoS3 } from '../../../../../scripts/testing/private-s3.ts'
import { createS3Client, type S3Client } from './s3-client.ts'
import { openS3Storage } from './s3-storage.ts'
import { type FaultyLine, startFaultyLine } from './testing/faulty-line.ts'
import { PART_BYTES, uploadParts } from './upload-parts.ts'

const whyNot = process.env.TEST_DATABASE_URL ? 'no database is in them, and they ran on the other one' : whyNoS3()
if (whyNot) console.log(`The tests of uploads in parts are skipped: ${whyNot}.`)

const folder = mkdtempSync(join(tmpdir(), 'huanying-parts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const clock = { now: () => new Date() }
const KEY = 'large/字.bin'
const COUNT = 6
const path = join(folder, 'large')
const target = join(folder, 'back')

const part = (number: number) => (request: IncomingMessage) =>
  request.method === 'PUT' && request.url!.includes(`partNumber=${number}&`)
const joining = ({ method, url }: IncomingMessage) => method === 'POST' && url!.includes('uploadId=')
const ending = ({ method, url }: IncomingMessage) => method === 'DELETE' && url!.includes('uploadId=')

describe.skipIf(whyNot)('an upload in parts', () => {
  let server: PrivateS3
  let line: FaultyLine
  let client: S3Client
  const bytes = Buffer.alloc(PART_BYTES * (COUNT - 1) + 3, 'a line that does not divide the size of a part\n')
  beforeAll(async () => {
    server = await startPrivateS3()
    writeFileSync(path, bytes)
  })
  afterAll(() => server?.stop())
  beforeEach(async () => {
    line = await startFaultyLine(server.endpoint)
    await openS3Storage(settings(server.endpoint), clock)
    client = createS3Client(settings(line.endpoint), clock, { answerTimeoutMs: 2000 })
  })
  afterEach(() => line.close())

  const settings = (endpoint: string) => ({
    endpoint,
    publicEndpoint: endpoint,
    bucket: 'parts',
    region: 'us-east-1',
    style: 'path' as const,
    credentials: server.credentials,
  })
  const storage = () => openS3Storage(settings(server.endpoint), clock)
  const upload = () => uploadParts(client, { key: KEY, path, sizeBytes: bytes.length, headers: {} })
  const openUploads = async () => {
    const answer = await createS3Client(settings(server.endpoint), clock).send({
      method: 'GET',
      query: { uploads: '' },
    })
    return [...(await answer.text()).matchAll(/<Upload>/g)].length
  }
  const isWhole = async () => {
    await (await storage()).fetchToFile(KEY, target)
    return (await readFile(target)).equals(bytes)
  }

  it('is whole after parts that failed, were answered by silence or broke off, and after a joining that failed at first', async () => {
    line.fail(part(1), '500', 2)
    line.fail(part(2), 'silent')
    line.fail(part(3), 'reset')
    line.fail(part(4), 'lost')
    line.fail(joining, '503')
    line.fail(joining, 'body-error', 2)
    await upload()
    expect(await isWhole()).toBe(true)
    expect(await openUploads()).toBe(0)
  })

  it('is whole where the server joined the parts and its answer was lost', async () => {
    line.fail(joining, 'lost')
    await upload()
    expect(await isWhole()).toBe(true)
    expect(await openUploads()).toBe(0)
  })

  it('is sent anew where a server no longer knows the upload that it has joined', async () => {
    line.fail(joining, 'lost')
    line.fail(joining, '404')
    await upload()
    expect(await isWhole()).toBe(true)
    expect(await openUploads()).toBe(0)
    expect(line.seen.filter((request) => request.endsWith('?uploads='))).toHaveLength(2)
  })

  it('that a part ends for good leaves what was there before and no open upload, and sends no more of the file', async () => {
    const small = join(folder, 'small')
    writeFileSync(small, 'before')
    await (await storage()).putFile(KEY, small, 'text/plain')
    line.fail(part(2), '403', 9)
    line.fail(ending, '500', 2)
    await expect(upload()).rejects.toMatchObject({ name: 'StorageFullError' })
    expect((await (await storage()).stat(KEY))?.sizeBytes).toBe('before'.length)
    expect(await openUploads()).toBe(0)
    expect(line.seen.some((request) => request.includes(`partNumber=${COUNT}&`))).toBe(false)
  })

  it('whose parts are never joined says so, and is gone', async () => {
    await (await storage()).remove(KEY)
    line.fail(joining, 'body-error', 99)
    await expect(upload()).rejects.toMatchObject({ name: 'S3Error', code: 'InternalError' })
    expect(await (await storage()).stat(KEY)).toBeUndefined()
    expect(await openUploads()).toBe(0)
  })
})
