// A PostgreSQL server that ends every connection again and again (a restart, a failover, an operator's pg_terminate_backend) while
// people sign up, upload, run, sign in and an administrator edits credits. The process stays; what was answered as done is done, once.
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job, Upload } from '#features/processing/contract.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson } from '../../testing/test-person.ts'

const serverUrl = process.env.TEST_DATABASE_URL
if (!serverUrl) console.log('Lost connections skipped: the embedded database has no connection that could be lost.')

let foundation: Foundation
let service: Service
let killer: pg.Client
let picture: Blob
let databaseName: string
const origin = () => `http://127.0.0.1:${service.port}`

/** Ends every connection of the service's database; answers how many there were. */
async function endAllConnections(): Promise<number> {
  const { rowCount } = await killer.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [databaseName],
  )
  return rowCount ?? 0
}

/** Acts while all connections end every few milliseconds, at most so often; answers what the last attempt answered. */
async function underFire<Answer>(act: () => Promise<Answer>, volleys = 25): Promise<Answer> {
  let isOver = false
  const firing = (async () => {
    for (let n = 0; n < volleys && !isOver; n += 1) {
      await endAllConnections()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  try {
    return await act()
  } finally {
    isOver = true
    await firing
  }
}

const failures: unknown[] = []
/** As our pages do it: what failed on our side is asked again. */
async function insist(request: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const answer = await request()
    if (answer.status < 500) return answer
    failures.push(((await answer.json()) as { code?: string }).code)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the service did not come back')
}

describe.skipIf(!serverUrl)('connections that end at any moment', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    foundation = await openTestFoundation({ PROVIDER: 'scripted' })
    service = await startOn(foundation)
    const [row] = await foundation.database.query<{ name: string }>('select current_database() as name')
    databaseName = row!.name
    killer = new pg.Client({ connectionString: serverUrl })
    await killer.connect()
    const create = { width: 320, height: 240, channels: 3 as const, background: '#557799' }
    picture = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
  })
  afterAll(async () => {
    await killer?.end()
  })

  it('lose nothing of an upload and a run, charge once, and leave a service that works and stops', async () => {
    const person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'storm@lost.example.com')
    const form = new FormData()
    form.append('purpose', 'main')
    form.append('file', picture, 'photo.png')
    const uploaded = await underFire(() =>
      insist(() => fetch(`${origin()}/api/uploads`, { method: 'POST', headers: person.headers, body: form })),
    )
    expect(uploaded.status).toBe(200)
    const { id: uploadId } = (await uploaded.json()) as Upload

    const body = JSON.stringify(startOf({ uploadId }, 'lighting/adjust'))
    const json = { ...person.headers, 'content-type': 'application/json' }
    const started = await underFire(() =>
      insist(() => fetch(`${origin()}/api/v1/jobs`, { method: 'POST', headers: json, body })),
    )
    expect(started.status).toBe(200)
    const { id } = (await started.json()) as Job

    const ended = await underFire(async () => {
      for (let look = 0; look < 200; look += 1) {
        const job = (await (
          await insist(() => fetch(`${origin()}/api/v1/jobs/${id}`, { headers: person.headers }))
        ).json()) as Job
        if (job.status === 'completed' || job.status === 'failed') return job
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      throw new Error('the run did not end')
    }, 100)
    expect(ended).toMatchObject({ id, status: 'completed' })
    expect(failures.length).toBeGreaterThan(0)
    expect(new Set(failures)).toEqual(new Set(['unexpected']))

    const jobs = await foundation.database.query('select id from processing_history where user_id = $1', [
      person.userId,
    ])
    expect(jobs).toHaveLength(1)
    const entries = await foundation.database.query<{ kind: string }>(
      'select kind from usage_logs where job_id = $1 order by kind',
      [id],
    )
    expect(entries.map(({ kind }) => kind)).toEqual(['capture', 'hold'])
    expect((await fetch(`${origin()}/readyz`)).status).toBe(200)
    await service.stop()
    await expect(fetch(`${origin()}/healthz`)).rejects.toThrow()
  })
})
