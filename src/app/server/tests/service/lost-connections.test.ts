// A PostgreSQL server that ends every connection again and again (a restart, a failover, an operator's pg_terminate_backend) while
// a person uploads and runs. The process stays; what was answered as done is done, once. All other uses: terminated-backends.test.ts.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job, Upload } from '#features/processing/contract.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { openTerminator, type Terminator } from '../../testing/terminate-backends.ts'
import { signUpPerson } from '../../testing/test-person.ts'

const serverUrl = process.env.TEST_DATABASE_URL
if (!serverUrl) console.log('Lost connections skipped: the embedded database has no connection that could be lost.')

let foundation: Foundation
let service: Service
let fire: Terminator
let picture: Blob
const origin = () => `http://127.0.0.1:${service.port}`

describe.skipIf(!serverUrl)('connections that end at any moment', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    foundation = await openTestFoundation({ PROVIDER: 'scripted' })
    service = await startOn(foundation)
    fire = await openTerminator(serverUrl!, foundation.database)
    const create = { width: 320, height: 240, channels: 3 as const, background: '#557799' }
    picture = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
  })
  afterAll(async () => {
    await fire?.close()
  })

  it('lose nothing of an upload and a run, charge once, and leave a service that works and stops', async () => {
    const person = await signUpPerson(origin(), foundation.settings.publicOrigin, 'storm@lost.example.com')
    const form = new FormData()
    form.append('purpose', 'main')
    form.append('file', picture, 'photo.png')
    const uploaded = await fire.underFire(() =>
      fire.insist(() => fetch(`${origin()}/api/uploads`, { method: 'POST', headers: person.headers, body: form })),
    )
    expect(uploaded.status).toBe(200)
    const { id: uploadId } = (await uploaded.json()) as Upload

    const body = JSON.stringify(startOf({ uploadId }, 'lighting/adjust'))
    const json = { ...person.headers, 'content-type': 'application/json' }
    const started = await fire.underFire(() =>
      fire.insist(() => fetch(`${origin()}/api/v1/jobs`, { method: 'POST', headers: json, body })),
    )
    expect(started.status).toBe(200)
    const { id } = (await started.json()) as Job

    const ended = await fire.underFire(
      async () => {
        for (let look = 0; look < 200; look += 1) {
          const job = (await (
            await fire.insist(() => fetch(`${origin()}/api/v1/jobs/${id}`, { headers: person.headers }))
          ).json()) as Job
          if (job.status === 'completed' || job.status === 'failed') return job
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
        throw new Error('the run did not end')
      },
      { most: 100 },
    )
    expect(ended).toMatchObject({ id, status: 'completed' })
    expect(fire.failures.length).toBeGreaterThan(0)
    expect(new Set(fire.failures)).toEqual(new Set(['unexpected']))

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
