// The clock of the whole machine is set while people work: the service's, and on PostgreSQL the database server's. An hour forward and back again,
// an hour back and forward again; nobody is signed out or shut out, no run is lost, and each is paid once (decision 0113).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectGreenAudit } from '#features/admin/server/testing/expect-green-audit.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { type MovableClock, openMovableClock, whyNoMovableClock } from '../../../../../scripts/testing/movable-clock.ts'
import { type PrivatePostgres, startPrivatePostgres } from '../../../../../scripts/testing/private-postgres.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import {
  killScriptedProcesses,
  PROCESS_ORIGIN,
  type ScriptedProcess,
  startScriptedProcess,
} from '../../testing/scripted-process.ts'
import { personOf, signInPerson, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const HOUR_SECONDS = 3600
const SETTINGS = [HOUR_SECONDS, 0, -HOUR_SECONDS, 0]
const RUN_MS = 1500
const whyNot = whyNoMovableClock()
if (whyNot) console.log(`A clock that is set is skipped: ${whyNot}.`)

describe.skipIf(whyNot)('the clock of the machine is set', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'huanying-set-clock-'))
  let clock: MovableClock
  let server: PrivatePostgres | undefined
  let service: ScriptedProcess

  beforeAll(async () => {
    clock = openMovableClock()
    if (process.env.TEST_DATABASE_URL) server = await startPrivatePostgres(clock.env)
    service = await startScriptedProcess(folder, { durationMs: RUN_MS }, { ...clock.env, ...databaseUrl() })
  })
  afterEach(killScriptedProcesses)
  afterAll(() => {
    server?.stop()
    clock.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const databaseUrl = () => (server ? { DATABASE_URL: server.url } : undefined)

  const signUp = (name: string) => signUpPerson(service.origin, PROCESS_ORIGIN, `${name}@clock.example.com`)
  /** The same session with a token of now, as the page gets it. */
  const renewed = ({ cookie }: TestPerson) => {
    const cookies = cookie.split('; ').map((one): [string, string] => ['set-cookie', one])
    return personOf(service.origin, PROCESS_ORIGIN, new Response(null, { headers: cookies }))
  }
  const startRun = async (person: TestPerson) => {
    const { id } = await uploadPicture(service.origin, person)
    return startJob(service.origin, person, id)
  }
  async function expectCompleted(person: TestPerson, id: string): Promise<void> {
    const statusNow = async () => (await jobOf(service.origin, person, id)).status
    await expect.poll(statusNow, { timeout: 60_000, interval: 250 }).not.toBeOneOf(['pending', 'processing'])
    const { status, creditsConsumed, result } = await jobOf(service.origin, person, id)
    expect([status, creditsConsumed]).toEqual(['completed', 2])
    expect((await fetch(service.origin + result!.downloadAddress)).status).toBe(200)
  }

  it('in the middle of runs: each is completed and paid once, and people come, stay and return', async () => {
    for (const [index, seconds] of SETTINGS.entries()) {
      const before = await signUp(`before${index}`)
      const begun = await startRun(before)
      await expect.poll(async () => (await jobOf(service.origin, before, begun.id)).status).toBe('processing')
      const waiting = await startRun(before)
      clock.setBy(seconds)
      const after = await signUp(`after${index}`)
      const own = await startRun(after)
      const still = await renewed(before)
      await expectCompleted(still, begun.id)
      await expectCompleted(still, waiting.id)
      await expectCompleted(await renewed(after), own.id)
      const back = await signInPerson(service.origin, PROCESS_ORIGIN, `before${index}@clock.example.com`)
      expect(back.userId).toBe(before.userId)
    }
    await service.end('SIGTERM')
    const database = await openDatabase(server ? { url: server.url } : { folder })
    await expectGreenAudit(database)
    const entries = await database.query<{ kind: string; times: number }>(
      `select kind, count(*)::int as times from usage_logs where job_id is not null group by kind order by kind`,
    )
    expect(entries).toEqual([
      { kind: 'capture', times: 12 },
      { kind: 'hold', times: 12 },
    ])
    await database.close()
  })
})
