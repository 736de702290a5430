// What release 0.3.0 left behind is opened by today's program: a service of two people, made by that release (release-0.3.0/README.md).
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import { createLog } from '#platform/server/log.ts'
import { readSettings } from '#platform/server/settings.ts'
import { type Service, startService } from '../../start-service.ts'
import { operatorIn } from '../../testing/operator-at-work.ts'
import { jobOf, startJob } from '../../testing/person-at-work.ts'
import { postTo, signInPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

const release = fileURLToPath(new URL('./release-0.3.0', import.meta.url))
const PUBLIC_ORIGIN = 'http://service.test'
const SECRET = 'the secret of a release that is over'
const AUTHENTICATOR = readFileSync(join(release, 'authenticator.txt'), 'utf8').trim()
/** It belongs to the server and so lies in no dump. */
const ROLE = `do $$ begin create role app_user nologin; exception when duplicate_object or unique_violation then null; end $$`
/** Else the pictures would be past their time one day. */
const DATES = `update public.user_uploads set created_at = now(); update public.processing_history set created_at = now(), completed_at = now();`

const folder = mkdtempSync(join(tmpdir(), 'huanying-upgrade-'))
const serverUrl = process.env.TEST_DATABASE_URL
const name = `test_upgrade_${process.pid}`
let beforeStart: string
let service: Service
let origin: string

beforeAll(async () => {
  mkdirSync(join(folder, 'data'))
  spawnSync('tar', ['-xzf', join(release, 'pictures.tar.gz'), '-C', join(folder, 'data')])
  const dump = gunzipSync(readFileSync(join(release, 'database.sql.gz'))).toString('utf8') + DATES
  const url = serverUrl ? await layOnServer(serverUrl, dump) : await layEmbedded(dump)
  beforeStart = await operatorIn(folder).command('audit', {
    PATH: process.env.PATH ?? '',
    DATA_DIR: join(folder, 'data'),
    ...(url && { DATABASE_URL: url }),
  })
  const settings = readSettings({
    NODE_ENV: 'test',
    PROVIDER: 'scripted',
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN,
    DATA_DIR: join(folder, 'data'),
    SECRET,
    STOP_GRACE_SECONDS: '1',
    ...(url && { DATABASE_URL: url }),
  })
  service = await startService(settings, createLog('silent'), () => {})
  origin = `http://127.0.0.1:${service.port}`
  // An embedded database from nothing, then every migration since: no template can help here.
}, 300_000)
afterAll(async () => {
  await service?.stop()
  if (serverUrl) await onServer(serverUrl, `drop database ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

async function layEmbedded(dump: string): Promise<undefined> {
  const pglite = await PGlite.create({ dataDir: join(folder, 'data/pglite') })
  await pglite.exec(ROLE)
  await pglite.exec(dump)
  await pglite.close()
}

async function layOnServer(server: string, dump: string): Promise<string> {
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await onServer(url.href, ROLE)
  await onServer(url.href, dump)
  return url.href
}

async function onServer(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

describe('what release 0.3.0 left behind', () => {
  it('is left as it is by a command of today, which says why', () => {
    expect(beforeStart).toMatch(/^1: The database is of an earlier release than this command/)
    expect(beforeStart).not.toContain('    at ')
  })

  it('is there: the account, its credits, its history and its pictures; and the next run works', async () => {
    const person = await signInPerson(origin, PUBLIC_ORIGIN, 'kept@example.com')
    const credits = async () => (await person.api.account.profile.get()).credits
    expect(await credits()).toEqual({ used: 2, total: 5, remaining: 3 })

    const { entries } = await person.api.history.list({})
    expect(entries).toMatchObject([
      { originalFilename: '旧照片.png', records: [{ modelKey: 'lighting/adjust', status: 'completed' }] },
    ])
    const { result, uploadId } = await jobOf(origin, person, entries[0]!.records[0]!.id)
    const picture = await fetch(origin + result!.downloadAddress)
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({
      format: 'png',
      width: 64,
      height: 48,
    })

    const next = await startJob(origin, person, uploadId)
    await expect.poll(async () => (await jobOf(origin, person, next.id)).status).toBe('completed')
    expect(await credits()).toEqual({ used: 4, total: 5, remaining: 1 })
  })

  it('is there: the second factor of an account still opens it', async () => {
    const post = postTo(origin, PUBLIC_ORIGIN)
    const half = await post('/api/auth/sign-in/email', { email: 'careful@example.com', password: TEST_PASSWORD })
    expect(await half.json()).toMatchObject({ twoFactorRedirect: true })
    const cookie = half.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const whole = await post('/api/auth/two-factor/verify-totp', { code: totpOf(AUTHENTICATOR) }, { cookie })
    expect(whole.status).toBe(200)
  })
})
