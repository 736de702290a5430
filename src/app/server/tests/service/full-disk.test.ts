// The disk of the data folder is really full: a small one is mounted, and somebody else's file takes what is left of it. Calls answer in words, nothing
// half is kept, readers go on, and with room again everything works without a hand (decision 0113).
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '#features/admin/server/audit/audit.ts'
import type { Upload } from '#features/processing/contract.ts'
import { readSettings } from '#platform/server/settings.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { openFileStorage } from '../../open-file-storage.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

/** Until then a hanging call counts as one. */
const ANSWER_WITHIN_MS = 30_000
const CHUNK_BYTES = 65_536
const disk = mkdtempSync(join(tmpdir(), 'huanying-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).status === 0
if (!isMounted) console.log('A full disk skipped: mounting a small one is not permitted here.')

let foundation: Foundation
let service: Service
let person: TestPerson
let picture: Uint8Array<ArrayBuffer>
const origin = () => `http://127.0.0.1:${service.port}`

beforeAll(async () => {
  if (!isMounted) return
  const opened = await openTestFoundation({ PROVIDER: 'scripted' })
  const settings = { ...opened.settings, dataDir: disk }
  mkdirSync(join(disk, 'tmp'))
  foundation = { ...opened, settings, storage: await openFileStorage(settings, opened.clock) }
  service = await startOn(foundation)
  person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'full@disk.example.com')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const create = { width: 700, height: 700, channels: 3 as const, background: '#888888', noise }
  picture = new Uint8Array(await sharp({ create }).png().toBuffer())
})
afterAll(async () => {
  await service?.stop()
  if (isMounted) spawnSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

function send(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([picture], { type: 'image/png' }), 'photo.png')
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  return fetch(origin() + path, { method: 'POST', headers: person.headers, body: form, signal })
}
const upload = () => send('/api/uploads', { purpose: 'main' })
const callFunction = () =>
  fetch(`${origin()}/api/functions/topaz-process`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ image: Buffer.from(picture).toString('base64'), functionType: 'lighting' }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })

/** `leftBytes` of room stay. */
function fill(leftBytes: number): void {
  const file = openSync(join(disk, 'ballast'), 'w')
  const reserve = openSync(join(disk, 'reserve'), 'w')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let bytes = 0; bytes < leftBytes; bytes += CHUNK_BYTES) writeSync(reserve, chunk)
  try {
    for (;;) writeSync(file, chunk)
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    closeSync(file)
    closeSync(reserve)
    rmSync(join(disk, 'reserve'))
  }
}
const makeRoom = () => rmSync(join(disk, 'ballast'))
const rows = () => foundation.database.query('select id from user_uploads where user_id = $1', [person.userId])
const files = () =>
  readdirSync(disk, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'ballast',
  ).length

it.skipIf(!isMounted).each([
  ['to the last byte', 0],
  ['but for the received picture', 2 * 2 ** 20],
])(
  'full %s: pictures are refused in words, nothing half stays, readers go on',
  { timeout: 120_000 },
  async (_how, left) => {
    const before = await upload()
    expect(before.status).toBe(200)
    const { id } = (await before.json()) as Upload
    const [kept, rowsBefore] = [files(), (await rows()).length]
    fill(left)
    for (const answer of [await upload(), await send('/api/account/avatar'), await callFunction()]) {
      const body = (await answer.json()) as { code?: string; error?: string; success?: boolean }
      if (answer.url.endsWith('avatar') && answer.status === 200) continue
      expect([answer.url, answer.status >= 400]).toEqual([answer.url, true])
      expect(body.error ?? messageFromRegister({ code: body.code! })).toMatch(/[\u4e00-\u9fff]/)
      expect(body.code).not.toBe('unexpected')
      expect(body.code).not.toBe('file-unreadable')
    }
    expect((await rows()).length).toBe(rowsBefore)
    expect(await person.api.account.profile.get()).toBeTruthy()
    expect(await person.api.history.list({})).toBeTruthy()
    makeRoom()
    expect(files()).toBe(kept)
    expect((await fetch(`${origin()}/readyz`)).status).toBe(200)
    const after = await upload()
    expect(after.status).toBe(200)
    expect(((await after.json()) as Upload).id).not.toBe(id)
    expect((await audit(foundation.database)).faults).toBe(0)
  },
)

it.skipIf(!isMounted)('commands go by the secret that is there, however little room is left, and make none', () => {
  const path = join(disk, 'secret')
  rmSync(path, { force: true })
  expect(() => readSettings({ DATA_DIR: disk })).toThrow(/disk .* is full.*磁盘空间不足/)
  expect(existsSync(path)).toBe(false)
  writeFileSync(path, 'made when there was room\n')
  expect(readSettings({ DATA_DIR: disk }).secret).toBe('made when there was room')
})
