// The service is killed (-9) while a job waits, while one runs, and between storing and capturing (issue part "Bad input and faults").
// After the restart each job has ended once, and the audit finds nothing. On either home of the database.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { audit } from '#features/admin/server/audit/audit.ts'
import type { Job, Upload } from '#features/processing/contract.ts'
import type { ScriptedStep } from '#features/processing/server/provider/scripted-provider.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'

const entry = fileURLToPath(new URL('../../testing/scripted-service.ts', import.meta.url))
const PUBLIC_ORIGIN = 'http://service.test'
const MODEL_KEY = 'lighting/adjust'
const ENDED = ['completed', 'failed']

interface Running {
  readonly origin: string
  readonly output: () => string
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}
interface Person {
  readonly headers: Record<string, string>
}

const folder = mkdtempSync(join(tmpdir(), 'huanying-kill-'))
const databaseName = `test_kill_${process.pid}`
let databaseUrl: string | undefined
const alive = new Set<ChildProcessByStdio<null, null, Readable>>()
let picture: Blob

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) {
    await administer(`create database ${databaseName}`)
    databaseUrl = Object.assign(new URL(process.env.TEST_DATABASE_URL), { pathname: `/${databaseName}` }).href
  }
  const create = { width: 320, height: 240, channels: 3 as const, background: '#446688' }
  picture = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
})
afterEach(() => {
  for (const child of alive) child.kill('SIGKILL')
})
afterAll(async () => {
  if (databaseUrl) await administer(`drop database ${databaseName} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function start(step: ScriptedStep, env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, [entry], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      SIGN_UP_WALL: 'none',
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN,
      LOG_LEVEL: 'silent',
      STOP_GRACE_SECONDS: '5',
      DATA_DIR: join(folder, 'data'),
      SCRIPTED_STEP: JSON.stringify(step),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  alive.add(child)
  const exited = once(child, 'exit').then(() => alive.delete(child))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 60_000 }).toContain('The service is ready')
  return {
    origin: /ready: (\S+)/.exec(output)![1]!.replace('localhost', '127.0.0.1'),
    output: () => output,
    end: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}

async function answerOf<Answer>(request: Promise<Response>): Promise<Answer> {
  const answer = await request
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function register({ origin }: Running, email: string): Promise<Person> {
  const json = { 'content-type': 'application/json', origin: PUBLIC_ORIGIN }
  const body = JSON.stringify({ email, password: 'lantern-4417', name: 'x', acceptedTerms: TERMS_VERSION })
  const signUp = await fetch(`${origin}/api/auth/sign-up/email`, { method: 'POST', headers: json, body })
  const cookie = signUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const headers = { apikey: 'huanying-web', origin: PUBLIC_ORIGIN, cookie }
  const session = await answerOf<{ access_token: string }>(
    fetch(`${origin}/api/v1/account/session`, { method: 'POST', headers }),
  )
  return { headers: { apikey: 'huanying-web', authorization: `Bearer ${session.access_token}` } }
}

async function upload({ origin }: Running, { headers }: Person): Promise<Upload> {
  const form = new FormData()
  form.append('purpose', 'main')
  form.append('file', picture, 'photo.png')
  return answerOf(fetch(`${origin}/api/uploads`, { method: 'POST', headers, body: form }))
}

async function startJob({ origin }: Running, { headers }: Person, uploadId: string): Promise<Job> {
  const body = startOf({ uploadId }, MODEL_KEY)
  const json = { ...headers, 'content-type': 'application/json' }
  return answerOf(fetch(`${origin}/api/v1/jobs`, { method: 'POST', headers: json, body: JSON.stringify(body) }))
}

const jobOf = ({ origin }: Running, { headers }: Person, id: string) =>
  answerOf<Job>(fetch(`${origin}/api/v1/jobs/${id}`, { headers }))

async function untilStatus(running: Running, person: Person, id: string, statuses: readonly string[]): Promise<Job> {
  await expect.poll(async () => (await jobOf(running, person, id)).status, { timeout: 60_000 }).toBeOneOf([...statuses])
  return jobOf(running, person, id)
}

/** What the operator's own audit says: balances, ledger, runs and figures agree. */
async function checkBooks(): Promise<void> {
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: join(folder, 'data') })
  try {
    const { checks } = await audit(database)
    expect(checks.filter(({ count }) => count > 0)).toEqual([])
  } finally {
    await database.close()
  }
}

describe('after kill -9', { timeout: 180_000 }, () => {
  it('a running and a waiting job are finished once and charged once', async () => {
    const first = await start({ hangs: true })
    const person = await register(first, 'runs@example.com')
    const { id: uploadId } = await upload(first, person)
    const running = await startJob(first, person, uploadId)
    await untilStatus(first, person, running.id, ['processing'])
    const waiting = await startJob(first, person, uploadId)
    expect((await jobOf(first, person, waiting.id)).status).toBe('pending')
    await first.end('SIGKILL')

    const second = await start({})
    const ended = [
      await untilStatus(second, person, running.id, ENDED),
      await untilStatus(second, person, waiting.id, ENDED),
    ]
    expect(ended.map(({ status, creditsConsumed }) => [status, creditsConsumed])).toEqual([
      ['completed', 2],
      ['completed', 2],
    ])
    await second.end('SIGTERM')
    await checkBooks()
  })

  it('a job between storing and capturing is completed from what was stored, without a second run', async () => {
    const first = await start({}, { PAUSE_BEFORE_CAPTURE: '1' })
    const person = await register(first, 'stored@example.com')
    const { id: uploadId } = await upload(first, person)
    const job = await startJob(first, person, uploadId)
    await expect.poll(first.output, { timeout: 60_000 }).toContain(`stored ${job.id}`)
    expect((await jobOf(first, person, job.id)).status).toBe('processing')
    await first.end('SIGKILL')

    // A second run would fail.
    const second = await start({ failure: 'this must not run again' })
    const ended = await untilStatus(second, person, job.id, ENDED)
    expect([ended.status, ended.creditsConsumed]).toEqual(['completed', 2])
    const result = await fetch(`${second.origin}${ended.result!.downloadAddress}`)
    expect((await sharp(await result.arrayBuffer()).metadata()).format).toBe('png')
    await second.end('SIGTERM')
    await checkBooks()
  })
})

describe('after SIGTERM', { timeout: 180_000 }, () => {
  it('a running job is handed back, runs after the next start, and its stream does not hold the stop up', async () => {
    const first = await start({ hangs: true })
    const person = await register(first, 'stops@example.com')
    const { id: uploadId } = await upload(first, person)
    const job = await startJob(first, person, uploadId)
    await untilStatus(first, person, job.id, ['processing'])
    const stream = await fetch(`${first.origin}/api/v1/jobs/${job.id}/events`, { headers: person.headers })
    const streamEnded = stream.text().catch(() => 'cut')
    await first.end('SIGTERM')
    await streamEnded

    const second = await start({})
    const ended = await untilStatus(second, person, job.id, ENDED)
    expect([ended.status, ended.creditsConsumed]).toEqual(['completed', 2])
    await second.end('SIGTERM')
    await checkBooks()
  })
})
