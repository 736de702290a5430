// Pictures that are weapons, over HTTP on a running service with its own engine: bombs beside the pixels, and visitors who would stop
// the uploads of everybody else.
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confinement } from '#engine/host/confine-child.ts'
import { pngBlock } from '#engine/picture/kept/png-blocks.ts'
import { TRIAL_DAILY_ATTEMPTS } from '#rulebook/site/request-limits.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

let foundation: Foundation
let service: Service
let person: TestPerson
let photo: Buffer
beforeAll(async () => {
  foundation = await openTestFoundation({ TRUSTED_PROXIES: '127.0.0.1' })
  service = await startOn(foundation)
  person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'pictures@attacks.example.com')
  photo = await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer()
})
afterAll(() => service.stop())

const origin = () => `http://127.0.0.1:${service.port}`
const MEGABYTE = 1024 * 1024
/** The web process of this test is the test's own process. */
const residentMb = () => process.memoryUsage().rss / MEGABYTE

async function upload(bytes: Uint8Array, path = '/api/uploads', headers: Record<string, string> = person.headers) {
  const body = new FormData()
  body.append('purpose', path === '/api/uploads' ? 'alternate' : 'home')
  body.append('file', new Blob([new Uint8Array(bytes)]), 'picture')
  const answer = await fetch(origin() + path, { method: 'POST', headers, body })
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code }
}
const asVisitor = (bytes: Uint8Array, address: string, fingerprint: string = crypto.randomUUID()) =>
  upload(bytes, '/api/trial-uploads', { 'x-browser-fingerprint': fingerprint, 'x-forwarded-for': address })

const AFTER_IHDR = 33
const pngWith = (...chunks: Buffer[]) =>
  Buffer.concat([photo.subarray(0, AFTER_IHDR), ...chunks, photo.subarray(AFTER_IHDR)])
const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes, 65), { level: 9 })
const zTXt = (bytes: number) => pngBlock('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed(bytes)]))
/** The attack that was tried: 0.9 MB that unpack to a gigabyte. */
const textBomb = () => pngWith(...Array<Buffer>(130).fill(zTXt(7 * MEGABYTE)))

async function jpegWith(segments: Buffer): Promise<Buffer> {
  const jpeg = await sharp(photo).jpeg().toBuffer()
  return Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)])
}
async function gifWith(blocks: Buffer): Promise<Buffer> {
  const gif = await sharp(photo).gif().toBuffer()
  const table = gif[10]! & 0x80 ? 3 * 2 ** ((gif[10]! & 7) + 1) : 0
  return Buffer.concat([gif.subarray(0, 13 + table), blocks, gif.subarray(13 + table)])
}
async function webpWith(chunks: Buffer): Promise<Buffer> {
  const webp = Buffer.concat([await sharp(photo).webp().toBuffer(), chunks])
  webp.writeUInt32LE(webp.length - 8, 4)
  return webp
}
/** Its directory rewritten at the end, with private values of eight characters more than an entry has room for. */
async function tiffWith(values: number, bigtiff: boolean): Promise<Buffer> {
  const tiff = await sharp(photo).tiff({ bigtiff }).toBuffer()
  const [place, entryBytes, countBytes] = bigtiff ? ([8, 20, 8] as const) : ([4, 12, 2] as const)
  const at = tiff.readUInt32LE(place)
  const count = tiff.readUInt16LE(at)
  const kept = tiff.subarray(at + countBytes, at + countBytes + count * entryBytes)
  const entry = Buffer.alloc(entryBytes)
  entry.writeUInt16LE(65_000, 0)
  entry.writeUInt16LE(2, 2)
  entry.writeUInt32LE(place + 8, 4)
  entry.writeUInt32LE(8, 4 + place)
  const counted = Buffer.alloc(countBytes)
  counted.writeUInt16LE(count + values, 0)
  const added = Buffer.concat([tiff, counted, kept, ...Array<Buffer>(values).fill(entry), Buffer.alloc(place)])
  added.writeUInt32LE(tiff.length, place)
  return added
}
const avifWith = async (boxes: Buffer) => Buffer.concat([await sharp(photo).avif({ effort: 0 }).toBuffer(), boxes])

describe('an avatar', () => {
  it('that unpacks to a gigabyte is refused, and the web process does not grow', async () => {
    const before = residentMb()
    const bytes = textBomb()
    expect(bytes.length).toBeLessThan(MEGABYTE)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const body = new FormData()
        body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
        const answer = await fetch(`${origin()}/api/account/avatar`, { method: 'POST', headers: person.headers, body })
        return ((await answer.json()) as { code?: string }).code
      }),
    )
    expect(answers).toEqual(Array(4).fill('avatar-unreadable'))
    expect(residentMb() - before).toBeLessThan(300)
  })
})

describe('metadata', () => {
  const BOMBS: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
    'packed texts of a PNG': textBomb,
    'a packed international text': () =>
      pngWith(pngBlock('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0', 'latin1'), packed(32 * MEGABYTE)]))),
    'a packed colour profile': () =>
      pngWith(pngBlock('iCCP', Buffer.concat([Buffer.from('Profile\0\0', 'latin1'), packed(64 * MEGABYTE)]))),
    'ten thousand comments of a JPEG': () =>
      jpegWith(Buffer.concat(Array<Buffer>(10_000).fill(Buffer.from([0xff, 0xfe, 0, 3, 65])))),
    'ten thousand comments of a GIF': () =>
      gifWith(Buffer.concat(Array<Buffer>(10_000).fill(Buffer.from([0x21, 0xfe, 1, 65, 0])))),
    'three thousand private chunks': () => pngWith(...Array<Buffer>(3000).fill(pngBlock('prVt', Buffer.alloc(8)))),
    'three thousand chunks of a WebP': () => webpWith(Buffer.from('prVt\x04\0\0\0text'.repeat(3000), 'latin1')),
    'a profile of a WebP that is larger than the file': () => webpWith(Buffer.from('ICCP\0\0\0\x7f', 'latin1')),
    'three thousand values of a TIFF': () => tiffWith(3000, false),
    'three thousand values of a BigTIFF': () => tiffWith(3000, true),
    'three thousand boxes of an AVIF': () => avifWith(Buffer.from('\0\0\0\x0cuuidtext'.repeat(3000), 'latin1')),
  }
  it.each(Object.keys(BOMBS))('over the limit is refused: %s', async (name) => {
    expect(await upload(await BOMBS[name]!())).toEqual({ status: 422, code: 'too-much-metadata' })
  })

  it('of a camera and of an editor is taken', async () => {
    expect((await upload(pngWith(zTXt(MEGABYTE), pngBlock('tEXt', Buffer.alloc(4000, 66))))).status).toBe(200)
    const withExif = await sharp(photo)
      .withExif({ IFD0: { Copyright: 'x'.repeat(20_000) } })
      .jpeg()
      .toBuffer()
    expect((await upload(withExif)).status).toBe(200)
    for (const bigtiff of [false, true]) expect((await upload(await tiffWith(20, bigtiff))).status).toBe(200)
  })
})

describe('visitors', () => {
  it('wait in a line of their own: a person is served while their pictures are still looked at', async () => {
    const large = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    let served = 0
    const flood = Array.from({ length: 6 }, (_, n) => asVisitor(large, `198.51.100.${n}`).finally(() => served++))
    expect((await upload(photo)).status).toBe(200)
    expect(served).toBeLessThan(6)
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  })

  it('are counted by what they try, and an IPv6 household is one network', async () => {
    const none = Buffer.alloc(3000, 120)
    for (let n = 0; n < TRIAL_DAILY_ATTEMPTS; n += 1)
      expect((await asVisitor(none, `2001:db8:1:2::${n + 1}`)).code).toBe('image-type')
    expect(await asVisitor(none, '2001:db8:1:2::ffff')).toEqual({ status: 429, code: 'trial-attempts' })
    expect((await asVisitor(none, '2001:db8:1:3::1')).code).toBe('image-type')
  })

  it('get a type that the place does not take refused by its first bytes: nothing of it is decoded', async () => {
    // Decoded, it would be broken and not of a wrong type.
    const gif = Buffer.concat([(await sharp(photo).gif().toBuffer()).subarray(0, 30), Buffer.alloc(3000)])
    expect((await asVisitor(gif, '203.0.113.99')).code).toBe('image-type')
  })
})

it('tells at start what confines the decoding process', () => {
  expect(confinement()).toEqual({
    limits: true,
    network: expect.stringMatching(/^(none|open)$/),
    files: expect.stringMatching(/^(apart|open)$/),
    user: process.getuid?.() === 0 ? 'root' : 'own',
  })
})
