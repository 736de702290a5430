// The service is killed (-9) while a job waits, while one runs, and between storing and capturing (issue part "Bad input and faults").
// After the restart each job has ended once, and the audit finds nothing. On either home of the database.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectGreenAuditAt } from '#features/admin/server/testing/expect-green-audit.ts'
import type { Job } from '#features/processing/contract.ts'
import type { ScriptedStep } from '#features/processing/server/provider/scripted-provider.ts'
import { createServerDatabase } from '#platform/server/database/testing/test-database.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import {
  killScriptedProcesses,
  PROCESS_ORIGIN,
  type ScriptedProcess,
  startScriptedProcess,
} from '../../testing/scripted-process.ts'
import { signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const ENDED = ['completed', 'failed']
const folder = mkdtempSync(join(tmpdir(), 'huanying-kill-'))
let server: Awaited<ReturnType<typeof createServerDatabase>> | undefined

beforeAll(async () => {
  if (process.env.TEST_DATABASE_URL) server = await createServerDatabase(process.env.TEST_DATABASE_URL)
})
afterEach(killScriptedProcesses)
afterAll(async () => {
  await server?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (step: ScriptedStep, env: Record<string, string> = {}): Promise<ScriptedProcess> =>
  startScriptedProcess(folder, step, { ...(server && { DATABASE_URL: server.url }), ...env })
const register = ({ origin }: ScriptedProcess, email: string) => signUpPerson(origin, PROCESS_ORIGIN, email)

async function untilStatus(
  { origin }: ScriptedProcess,
  person: TestPerson,
  id: string,
  statuses: readonly string[],
): Promise<Job> {
  const statusNow = async () => (await jobOf(origin, person, id)).status
  await expect.poll(statusNow, { timeout: 60_000 }).toBeOneOf([...statuses])
  return jobOf(origin, person, id)
}

const checkBooks = () => expectGreenAuditAt(server ?? { folder })

describe('after kill -9', { timeout: 180_000 }, () => {
  it('a running and a waiting job are finished once and charged once', async () => {
    const first = await start({ hangs: true })
    const person = await register(first, 'runs@example.com')
    const { id: uploadId } = await uploadPicture(first.origin, person)
    const running = await startJob(first.origin, person, uploadId)
    await untilStatus(first, person, running.id, ['processing'])
    const waiting = await startJob(first.origin, person, uploadId)
    expect((await jobOf(first.origin, person, waiting.id)).status).toBe('pending')
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
    const { id: uploadId } = await uploadPicture(first.origin, person)
    const job = await startJob(first.origin, person, uploadId)
    await expect.poll(first.output, { timeout: 60_000 }).toContain(`stored ${job.id}`)
    expect((await jobOf(first.origin, person, job.id)).status).toBe('processing')
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
    const { id: uploadId } = await uploadPicture(first.origin, person)
    const job = await startJob(first.origin, person, uploadId)
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
