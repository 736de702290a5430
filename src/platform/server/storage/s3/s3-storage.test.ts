// The S3 adapter: the port's conformance on a server that checks signatures, and what only a server far away does: it fails for a moment,
// breaks off in the middle, has no room, and refuses.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PrivateS3, startPrivateS3, whyNoS3 } from '../../../../../scripts/testing/private-s3.ts'
import { MARK_KEY } from '../../identity/storage-mark.ts'
import { CopyRefusedError, copyStorage } from '../copy-storage.ts'
import { openFolderStorage } from '../folder-storage.ts'
import { StorageFullError } from '../object-storage.ts'
import { createAddressSigner } from '../signed-address.ts'
import { describeStorage } from '../storage.conformance.ts'
import type { S3Settings } from './s3-settings.ts'
import { openS3Storage } from './s3-storage.ts'
import { startFaultyLine } from './testing/faulty-line.ts'

const command = fileURLToPath(new URL('../../../../../scripts/move-storage.ts', import.meta.url))
const whyNot = process.env.TEST_DATABASE_URL ? 'no database is in them, and they ran on the other one' : whyNoS3()
if (whyNot) console.log(`The tests of the S3 adapter are skipped: ${whyNot}.`)

describe.skipIf(whyNot)('S3', () => {
  let server: PrivateS3
  beforeAll(async () => {
    server = await startPrivateS3()
  })
  afterAll(() => server?.stop())

  const settings = (more: Partial<S3Settings> = {}): S3Settings => ({
    endpoint: server.endpoint,
    publicEndpoint: server.endpoint,
    bucket: 'pictures',
    region: 'us-east-1',
    style: 'path',
    credentials: server.credentials,
    ...more,
  })
  const open = async () => {
    let behindMs = 0
    const clock = { now: () => new Date(Date.now() - behindMs) }
    return {
      storage: await openS3Storage(settings(), clock),
      read: (address: string) => fetch(address),
      setBack: (byMs: number) => {
        behindMs += byMs
      },
    }
  }
  describeStorage('an S3 bucket', open)

  it('shows pictures only; whatever else it should hold is saved', async () => {
    const { storage, read } = await open()
    const path = sourceFile('<script>')
    await storage.putFile('x.svg', path, 'image/svg+xml')
    const answer = await read(await storage.signedAddress('x.svg', { expiresInMs: 60_000 }))
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=30')
  })

  it('refuses an address that was changed, and repeats its own within a quarter of their life', async () => {
    const { storage, read } = await open()
    await storage.putFile('p.png', sourceFile('picture'), 'image/png')
    const address = await storage.signedAddress('p.png', { expiresInMs: 36_000_000 })
    expect(await storage.signedAddress('p.png', { expiresInMs: 36_000_000 })).toBe(address)
    expect((await read(address)).status).toBe(200)
    for (const forge of [
      (a: string) => a.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
      (a: string) => a.replace(/Signature=[\da-f]{4}/, 'Signature=0000'),
      (a: string) => a.replace(/response-cache-control=[^&]+&/, ''),
    ])
      expect((await read(forge(address))).status).toBe(403)
  })

  it('gives browsers the address that they reach, signed for that host alone, while it works by its own', async () => {
    const publicEndpoint = server.endpoint.replace('127.0.0.1', 'localhost')
    const storage = await openS3Storage(settings({ publicEndpoint }), { now: () => new Date() })
    await storage.putFile('p.png', sourceFile('picture'), 'image/png')
    const address = await storage.signedAddress('p.png', { expiresInMs: 60_000 })
    expect(new URL(address).origin).toBe(publicEndpoint)
    expect(storage.servedBy).toEqual({ origin: publicEndpoint })
    expect(await (await fetch(address)).text()).toBe('picture')
    expect((await fetch(address.replace('localhost', '127.0.0.1'))).status).toBe(403)
  })

  it('says which account is refused', async () => {
    const credentials = { ...server.credentials, secretAccessKey: 'another' }
    const path = sourceFile('x')
    const refused = openS3Storage(settings({ credentials }), { now: () => new Date() })
    await expect(refused.then((storage) => storage.putFile('a', path, 'text/plain'))).rejects.toMatchObject({
      name: 'S3Error',
    })
  })

  it('goes on after answers that pass, after a line that breaks in the middle, and says when there is no room', async () => {
    const faulty = await startFaultyLine(server.endpoint)
    try {
      const storage = await openS3Storage(settings({ endpoint: faulty.endpoint }), { now: () => new Date() })
      const bytes = 'a picture of some length '.repeat(40_000)
      const path = sourceFile(bytes)
      faulty.plan('503', '503', 'reset')
      await storage.putFile('kept', path, 'image/png')
      faulty.plan('cut', 'cut')
      expect(await text(await storage.openRead('kept'))).toBe(bytes)
      faulty.plan('507')
      await expect(storage.putFile('kept', path, 'image/png')).rejects.toBeInstanceOf(StorageFullError)
      expect(faulty.left()).toBe(0)
    } finally {
      faulty.close()
    }
  })

  it('reads on elsewhere where a line falls silent, and waits no longer than its caller', async () => {
    const faulty = await startFaultyLine(server.endpoint)
    try {
      const clock = { now: () => new Date() }
      const storage = await openS3Storage(settings({ endpoint: faulty.endpoint }), clock, { silenceMs: 500 })
      const bytes = 'a picture of some length '.repeat(800_000)
      const path = sourceFile(bytes)
      await storage.putFile('silent', path, 'image/png')
      faulty.plan('stall', 'silent', 'stall')
      expect(await text(await storage.openRead('silent'))).toBe(bytes)
      expect(faulty.left()).toBe(0)

      const patient = await openS3Storage(settings({ endpoint: faulty.endpoint }), clock)
      const copied = join(folder, 'left in the middle')
      for (const [fault, call] of [
        ['stall', (left: AbortSignal) => patient.fetchToFile('silent', copied, left)],
        ['silent', (left: AbortSignal) => patient.fetchToFile('silent', copied, left)],
        ['silent', (left: AbortSignal) => patient.putFile('small', sourceFile('x'), 'image/png', left)],
        ['silent', (left: AbortSignal) => patient.putFile('large', path, 'image/png', left)],
      ] as const) {
        const caller = new AbortController()
        const asked = faulty.seen.length
        faulty.plan(fault)
        const ended = call(caller.signal).catch((error: Error) => error.message)
        await expect.poll(() => faulty.seen.length).toBeGreaterThan(asked)
        caller.abort(new Error('left'))
        expect(await ended).toBe('left')
      }
      expect(existsSync(copied)).toBe(false)
      expect(await patient.stat('small')).toBeUndefined()
    } finally {
      faulty.close()
    }
  })

  it('is refused where an answer tells no length, and leaves no answer open that nobody reads', async () => {
    const faulty = await startFaultyLine(server.endpoint)
    try {
      const storage = await openS3Storage(settings({ endpoint: faulty.endpoint }), { now: () => new Date() })
      await storage.putFile('large', sourceFile('x'.repeat(20_000_000)), 'image/png')
      const copied = join(folder, 'copied')
      faulty.plan('no-length')
      await expect(storage.fetchToFile('large', copied)).rejects.toThrow('no length')
      faulty.plan('no-length')
      await expect(storage.stat('large')).rejects.toThrow('no length')
      const left = await storage.openRead('large')
      left.destroy()
      await expect.poll(faulty.open, { timeout: 20_000 }).toBe(0)
    } finally {
      faulty.close()
    }
  })

  it('is filled from a folder and fills one again: broken off and gone on with, only what changed, every object read back', async () => {
    const clock = { now: () => new Date() }
    const faulty = await startFaultyLine(server.endpoint)
    const source = await openFolderStorage(join(folder, 'source'), createAddressSigner('of the test'), clock)
    const bucket = await openS3Storage(settings({ endpoint: faulty.endpoint, bucket: 'moved-to' }), clock)
    const copy = (from = source, to = bucket) =>
      copyStorage({ from, to, journal: join(folder, 'journal'), markKey: 'mark', tempRoot: folder })
    for (const name of ['甲', 'b', 'c', 'd', 'e'])
      await source.putFile(`pictures/${name}`, sourceFile(name), 'image/png')
    await expect(copy()).rejects.toThrow('start the service on it once')
    await source.putFile('mark', sourceFile('mine'), 'text/plain')

    faulty.refuseAfter(12)
    await expect(copy()).rejects.toBeInstanceOf(Error)
    faulty.refuseAfter(Number.POSITIVE_INFINITY)
    const rest = await copy()
    expect(rest.objects).toBe(6)
    expect(rest.copied).toBeGreaterThan(0)
    expect(rest.copied).toBeLessThan(6)
    await source.putFile('pictures/b', sourceFile('changed'), 'image/webp')
    await source.remove('pictures/c')
    expect(await copy()).toMatchObject({ objects: 5, copied: 1, copiedBytes: 7, removed: 1 })

    const back = await openFolderStorage(join(folder, 'back'), createAddressSigner('of the test'), clock)
    await copyStorage({ from: bucket, to: back, journal: join(folder, 'other'), markKey: 'mark', tempRoot: folder })
    expect(await back.stat('pictures/b')).toEqual({ sizeBytes: 7, contentType: 'image/webp' })
    expect(await text(await back.openRead('pictures/甲'))).toBe('甲')

    await back.putFile('mark', sourceFile('of another service'), 'text/plain')
    await expect(copy(back)).rejects.toBeInstanceOf(CopyRefusedError)
    faulty.close()
  })

  it('is moved to a folder, and from there to another bucket, by the command', async () => {
    const open = (bucket: string) => openS3Storage(settings({ bucket }), { now: () => new Date() })
    const living = await open('living')
    await living.putFile(MARK_KEY, sourceFile('mine'), 'text/plain')
    await living.putFile('pictures/甲.png', sourceFile('picture'), 'image/png')
    expect(move(server, 'living', 'to-folder')).toMatch(/^0: 2 objects; 1 copied and read back/)
    expect(move(server, 'other', 'to-s3')).toMatch(/^0: 2 objects; 1 copied and read back/)
    expect(move(server, 'other', 'to-s3')).toMatch(/^0: 2 objects; 0 copied and read back/)
    expect(await text(await (await open('other')).openRead('pictures/甲.png'))).toBe('picture')
  })
})

/** `npm run storage:move`, with an account at the server. */
function move(server: PrivateS3, bucket: string, direction: string): string {
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(folder, 'data'),
    S3_ENDPOINT: server.endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: server.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, direction], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return `${status}: ${stdout}${stderr}`
}

const folder = mkdtempSync(join(tmpdir(), 'huanying-s3-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
function sourceFile(content: string): string {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, content)
  return path
}
