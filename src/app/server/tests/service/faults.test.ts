// The machine misbehaves: its clock jumps an hour, its storage is slow or full, its database is away. People meet states and words that they can
// live with, nobody pays for nothing, and all of it is over without a hand (decision 0113). FAULT_SECONDS=60 has the database away for a minute.
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectGreenAudit } from '#features/admin/server/testing/expect-green-audit.ts'
import type { Job, Upload } from '#features/processing/contract.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { type ObjectStorage, StorageFullError } from '#platform/server/storage/object-storage.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { type BreakableLine, startBreakableLine } from '../../../../../scripts/testing/breakable-line.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { personOf, signInPerson, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const HOUR_MS = 3_600_000
const SLOW_MS = 2000
const AWAY_MS = Number(process.env.FAULT_SECONDS ?? 5) * 1000
const serverUrl = process.env.TEST_DATABASE_URL
if (!serverUrl) console.log('A database that is away skipped: the embedded one cannot be.')

const provider = createScriptedProvider()
const fault = { clockMs: 0, storage: 'well' as 'well' | 'slow' | 'full' }
let line: BreakableLine | undefined
let foundation: Foundation
let service: Service
let person: TestPerson
let picture: Blob
let people = 0

/** To the database server. */
async function openLine(to: string): Promise<{ readonly line: BreakableLine; readonly url: string }> {
  const url = new URL(to)
  const line = await startBreakableLine(() => new URL(to))
  url.hostname = '127.0.0.1'
  url.port = String(line.port)
  return { line, url: url.href }
}

const faulty = (storage: ObjectStorage): ObjectStorage => {
  const suffer = async (isWriting: boolean) => {
    if (fault.storage === 'slow') await delay(SLOW_MS)
    if (fault.storage === 'full' && isWriting) throw new StorageFullError()
  }
  return {
    ...storage,
    putFile: async (...put) => {
      await suffer(true)
      return storage.putFile(...put)
    },
    adoptFile: async (...taken) => {
      await suffer(true)
      return (storage.adoptFile ?? storage.putFile)(...taken)
    },
    openRead: async (...read) => {
      await suffer(false)
      return storage.openRead(...read)
    },
    fetchToFile: async (...fetched) => {
      await suffer(false)
      return storage.fetchToFile(...fetched)
    },
    checkWritable: async () => {
      await suffer(true)
      return storage.checkWritable()
    },
  }
}

const origin = () => `http://127.0.0.1:${service.port}`
const own = () => foundation.settings.publicOrigin
const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)

beforeAll(async () => {
  if (serverUrl) {
    const opened = await openLine(serverUrl)
    line = opened.line
    process.env.TEST_DATABASE_URL = opened.url
  }
  const clock = { now: () => new Date(Date.now() + fault.clockMs) }
  const opened = await openTestFoundation({ PROVIDER: 'scripted' }, clock)
  foundation = { ...opened, storage: faulty(opened.storage) }
  service = await startOn(foundation, { provider })
  const create = { width: 320, height: 240, channels: 3 as const, background: '#557799' }
  picture = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
})
afterAll(async () => {
  await service.stop()
  line?.close()
  if (serverUrl) process.env.TEST_DATABASE_URL = serverUrl
})
beforeEach(async () => {
  provider.next({})
  await newcomer()
})

async function newcomer(): Promise<string> {
  people += 1
  const email = `person${people}@faults.example.com`
  person = await signUpPerson(origin(), own(), email)
  return email
}
/** The same session with a token of now, as the page does it. */
const renewed = ({ cookie }: TestPerson): Promise<TestPerson> =>
  personOf(
    origin(),
    own(),
    new Response(null, { headers: cookie.split('; ').map((one): [string, string] => ['set-cookie', one]) }),
  )
function send(): Promise<Response> {
  const form = new FormData()
  form.append('purpose', 'main')
  form.append('file', picture, 'photo.png')
  return fetch(`${origin()}/api/uploads`, { method: 'POST', headers: person.headers, body: form })
}
async function start(): Promise<string> {
  const answer = await send()
  expect(answer.status).toBe(200)
  const { id: uploadId } = (await answer.json()) as Upload
  return (await person.api.processing.jobs.start(startOf({ uploadId }))).id
}
const jobOf = (id: string): Promise<Job | undefined> => person.api.processing.jobs.get({ id }).catch(() => undefined)
const ended = (id: string, status: string) =>
  expect.poll(async () => (await jobOf(id))?.status, { timeout: 90_000, interval: 250 }).toBe(status)
const entriesOf = async (jobId: string) =>
  (await query<{ kind: string }>('select kind from usage_logs where job_id = $1 order by kind', jobId)).map(
    ({ kind }) => kind,
  )
async function expectRight(jobId: string, kinds: string[]): Promise<void> {
  expect(await entriesOf(jobId)).toEqual(kinds)
  await expectGreenAudit(foundation.database)
}

describe('a clock that is set', { timeout: 60_000 }, () => {
  it('forward by an hour and back again, costs a new token and nothing else', async () => {
    provider.next({ durationMs: 1500 }, {})
    const running = await start()
    const owner = person
    for (const ahead of [HOUR_MS, 0, -HOUR_MS, 0]) {
      fault.clockMs = ahead
      // A returning visitor: the cookie gives a current token. A new one: everything.
      expect((await renewed(owner)).userId).toBe(owner.userId)
      const email = await newcomer()
      const id = await start()
      await ended(id, 'completed')
      await expectRight(id, ['capture', 'hold'])
      const { pathname, search } = new URL((await jobOf(id))!.result!.downloadAddress, own())
      expect((await fetch(origin() + pathname + search)).status).toBe(200)
      // Nobody is shut out by what was counted in another hour.
      expect((await signInPerson(origin(), own(), email)).userId).toBe(person.userId)
    }
    person = await renewed(owner)
    await ended(running, 'completed')
    await expectRight(running, ['capture', 'hold'])
  })
})

describe('a storage', { timeout: 120_000 }, () => {
  it('that takes two seconds for everything, takes pictures and gives results, and light calls do not wait for it', async () => {
    fault.storage = 'slow'
    try {
      const work = start()
      let answered = 0
      const isOver = work.then(
        () => true,
        () => true,
      )
      while (!(await Promise.race([isOver, delay(50, false)]))) {
        expect((await person.api.account.profile.get()).credits.remaining).toBeGreaterThan(0)
        answered += 1
      }
      expect(answered).toBeGreaterThan(5)
      const id = await work
      await ended(id, 'completed')
      await expectRight(id, ['capture', 'hold'])
    } finally {
      fault.storage = 'well'
    }
  })

  it('that is full says so, keeps no half of a picture, gives back what a run took, and goes on when there is room', async () => {
    provider.next({ durationMs: 1000 })
    const id = await start()
    const before = await query('select id from user_uploads where user_id = $1', person.userId)
    fault.storage = 'full'
    try {
      const refused = await send()
      const body = (await refused.json()) as { code: string }
      expect([refused.status, body.code]).toEqual([400, 'storage-failed'])
      expect(messageFromRegister(body)).toBe('OSS上传失败')
      expect(await query('select id from user_uploads where user_id = $1', person.userId)).toEqual(before)
      expect((await fetch(`${origin()}/readyz`)).status).toBe(503)
      await ended(id, 'failed')
      expect((await jobOf(id))!.error!.code).toBe('disk-full')
      await expectRight(id, ['hold', 'release'])
    } finally {
      fault.storage = 'well'
    }
    provider.next({})
    const next = await start()
    await ended(next, 'completed')
    await expectRight(next, ['capture', 'hold'])
    await expect.poll(async () => (await fetch(`${origin()}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  })
})

describe.skipIf(!serverUrl)('a database', { timeout: 180_000 + AWAY_MS }, () => {
  it('that is away for a while: calls say so in words, the run that was going on ends once, and all goes on by itself', async () => {
    provider.next({ durationMs: 2000 })
    const id = await start()
    line!.cut()
    const awayUntilMs = performance.now() + AWAY_MS
    while (performance.now() < awayUntilMs) {
      const answer = await send()
      const body = (await answer.json()) as { code: string }
      const requestId = answer.headers.get('x-request-id')
      expect([answer.status, body]).toEqual([500, { code: 'unexpected', data: { requestId } }])
      expect(messageFromRegister(body)).toBe('服务暂时出现问题，请稍后重试')
      await expect(person.api.account.profile.get()).rejects.toMatchObject({ code: 'unexpected' })
      expect((await fetch(`${origin()}/healthz`)).status).toBe(200)
      await delay(500)
    }
    expect((await fetch(`${origin()}/readyz`)).status).toBe(503)
    line!.mend()
    await expect.poll(async () => (await fetch(`${origin()}/readyz`)).status, { timeout: 60_000 }).toBe(200)
    person = await renewed(person)
    await ended(id, 'completed')
    await expectRight(id, ['capture', 'hold'])
    provider.next({})
    const next = await start()
    await ended(next, 'completed')
    await expectRight(next, ['capture', 'hold'])
  })
})
