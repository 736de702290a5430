// Machines that share nothing but PostgreSQL and an S3 bucket: one takes the pictures, others compute, one of them is lost in the middle.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectGreenAuditAt } from '#features/admin/server/testing/expect-green-audit.ts'
import type { ScriptedStep } from '#features/processing/server/provider/scripted-provider.ts'
import { createEmptyServerDatabase, createServerDatabase } from '#platform/server/database/testing/test-database.ts'
import { freePort } from '../../../../../scripts/testing/free-port.ts'
import {
  handOn,
  makeNamespace,
  type NetworkNamespace,
  whyNoNamespace,
} from '../../../../../scripts/testing/network-namespace.ts'
import { type PrivateS3, startPrivateS3, whyNoS3 } from '../../../../../scripts/testing/private-s3.ts'
import { operatorIn } from '../../testing/operator-at-work.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { killScriptedProcesses, PROCESS_ORIGIN, startScriptedProcess } from '../../testing/scripted-process.ts'
import { signInPerson, signUpPerson, type TestPerson } from '../../testing/test-person.ts'

const serverUrl = process.env.TEST_DATABASE_URL
const whyNot = serverUrl ? whyNoS3() : 'several machines need a PostgreSQL server; they are tried where one is'
if (whyNot) console.log(`The journey over two machines is skipped: ${whyNot}.`)
const noNamespace = whyNot ? undefined : whyNoNamespace()
if (noNamespace) console.log(`Four workers in two networks are skipped: ${noNamespace}.`)

const BACKUP = 's3://backups/of-two-machines'
const folder = mkdtempSync(join(tmpdir(), 'huanying-machines-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const statusOf = async (origin: string, person: TestPerson, id: string) => (await jobOf(origin, person, id)).status

describe.skipIf(whyNot)('two machines', { timeout: 240_000 }, () => {
  let s3: PrivateS3
  let database: Awaited<ReturnType<typeof createServerDatabase>>
  beforeAll(async () => {
    // First: the rings of the S3 server are made while this process stands still, and PostgreSQL waits a minute for a sign-in to end.
    database = await createServerDatabase(serverUrl!)
    s3 = await startPrivateS3()
  })
  afterEach(killScriptedProcesses)
  afterAll(async () => {
    await s3?.stop()
    await database?.drop()
  })

  async function start(
    role: 'web' | 'worker',
    machine: string,
    step: ScriptedStep = {},
    { network, ...more }: { readonly network?: NetworkNamespace; readonly HEALTH_PORT?: string } = {},
  ) {
    const seenFrom = (url: string) => (network ? url.replace('127.0.0.1', network.hostAddress) : url)
    const env = { ...settings(), DATABASE_URL: seenFrom(database.url), S3_ENDPOINT: seenFrom(s3.endpoint) }
    const own = { ROLE: role, DATA_DIR: join(folder, machine), ...env, ...more }
    return startScriptedProcess(folder, step, own, network?.enter)
  }

  const settings = () => ({
    DATABASE_URL: database.url,
    SECRET: 'the same on every machine of the service',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
  })

  it('do the work of one: pictures come from the bucket, and a lost worker is replaced without a loss', async () => {
    const web = await start('web', 'first machine')
    const lost = await start('worker', 'second machine', { hangs: true })
    const person = await signUpPerson(web.origin, PROCESS_ORIGIN, 'two@example.com')
    const { id: uploadId, viewAddress } = await uploadPicture(web.origin, person)
    expect(new URL(viewAddress).origin).toBe(s3.endpoint)
    expect((await sharp(await (await fetch(viewAddress)).arrayBuffer()).metadata()).width).toBe(320)

    const hung = await startJob(web.origin, person, uploadId)
    await expect.poll(() => statusOf(web.origin, person, hung.id)).toBe('processing')
    await lost.end('SIGKILL')
    const HEALTH_PORT = String(await freePort())
    await start('worker', 'third machine', {}, { HEALTH_PORT })
    const health = `http://127.0.0.1:${HEALTH_PORT}`
    expect(await (await fetch(`${health}/readyz`)).json()).toMatchObject({ status: 'ready' })
    const next = await startJob(web.origin, person, uploadId)
    for (const { id } of [hung, next]) {
      await expect.poll(() => statusOf(web.origin, person, id), { timeout: 60_000 }).toBe('completed')
      const { creditsConsumed, result } = await jobOf(web.origin, person, id)
      expect(creditsConsumed).toBe(2)
      const saved = await fetch(result!.downloadAddress)
      expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename=.*filename\*=UTF-8''/)
      expect((await sharp(await saved.arrayBuffer()).metadata()).format).toBe('png')
    }
    const measured = 'huanying_job_duration_seconds_count{model="lighting/adjust",outcome="completed"} 2\n'
    await expect.poll(async () => (await fetch(`${health}/metrics`)).text()).toContain(measured)
    await expectGreenAuditAt(database)
  })

  it('are backed up into a bucket by one command, and come back as an empty database and an empty bucket', async () => {
    const { machine, command } = operatorIn(folder)
    const account = {
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    }
    const web = await start('web', 'first machine')
    const person = await signUpPerson(web.origin, PROCESS_ORIGIN, 'kept@example.com')
    const { id } = await uploadPicture(web.origin, person)
    const keeper = { ...machine('keeper'), ...settings(), ...account }
    expect(await command('backup', keeper, BACKUP)).toMatch(/^0: Backup .*\n\d+ files copied and read back/)
    await web.end('SIGTERM')
    const { DATABASE_URL: _, ...without } = keeper
    expect(await command('verify-backup', without, BACKUP)).toMatch(
      /^0: .* stored files, 0 damaged[\s\S]*audited when it is restored[\s\S]*备份完好/,
    )
    expect(await command('restore', { ...without, S3_BUCKET: 'restored' }, BACKUP)).toMatch(
      /^1: This is the backup of a PostgreSQL database/,
    )
    const empty = await createEmptyServerDatabase(serverUrl!)
    try {
      const elsewhere = { DATABASE_URL: empty.url, S3_BUCKET: 'restored' }
      expect(await command('restore', { ...keeper, ...elsewhere }, BACKUP)).toMatch(
        /^0: .* is restored: \d+ stored files, 0 damaged\. \d+ people, \d+ stored files named by rows, 0 of them missing, 0 wrong/,
      )
      const again = await startScriptedProcess(
        folder,
        {},
        { ...settings(), ...elsewhere, DATA_DIR: join(folder, 'new') },
      )
      const returned = await signInPerson(again.origin, PROCESS_ORIGIN, 'kept@example.com')
      const upload = await fetch(`${again.origin}/api/v1/uploads/${id}`, { headers: returned.headers })
      expect(upload.status).toBe(200)
      await again.end('SIGTERM')
    } finally {
      killScriptedProcesses()
      await empty.drop()
    }
  })

  it.skipIf(noNamespace)(
    'of four workers on two machines, two lose their network in the middle: every run ends once and is charged once',
    async () => {
      const machines = [makeNamespace(1), makeNamespace(2)] as const
      const ports = [database.url, s3.endpoint].map((url) => Number(new URL(url).port))
      const cables = await Promise.all(
        machines.flatMap(({ hostAddress }) => ports.map((port) => handOn(hostAddress, port))),
      )
      try {
        const web = await start('web', 'web machine')
        const people = await Promise.all(
          [1, 2, 3, 4].map((n) => signUpPerson(web.origin, PROCESS_ORIGIN, `person-${n}@example.com`)),
        )
        const runs: { person: TestPerson; id: string }[] = []
        for (const person of people) {
          const { id: uploadId } = await uploadPicture(web.origin, person)
          for (const _ of [1, 2]) runs.push({ person, id: (await startJob(web.origin, person, uploadId)).id })
        }
        const statuses = () => Promise.all(runs.map(({ person, id }) => statusOf(web.origin, person, id)))
        // The second machine takes two runs and gets no further with them.
        const lost = machines[1]
        await Promise.all([1, 2].map((n) => start('worker', `lost ${n}`, { hangs: true }, { network: lost })))
        await expect.poll(async () => (await statuses()).filter((status) => status === 'processing')).toHaveLength(2)
        lost.cut()
        await Promise.all(
          [1, 2].map((n) => start('worker', `good ${n}`, { durationMs: 100 }, { network: machines[0] })),
        )
        const all = runs.map(() => 'completed')
        await expect.poll(statuses, { timeout: 120_000 }).toEqual(all)
        // What was lost comes back and finds nothing that is still its own.
        lost.mend()
        await start('worker', 'good 3', {}, { network: lost })
        expect(await statuses()).toEqual(all)
        for (const { person, id } of runs) expect((await jobOf(web.origin, person, id)).creditsConsumed).toBe(2)
        const spent = `select count(*)::int as entries from usage_logs where kind = 'capture'`
        const client = new pg.Client({ connectionString: database.url })
        await client.connect()
        const { rows } = await client.query<{ entries: number }>(`${spent} and user_id = any($1)`, [
          people.map(({ userId }) => userId),
        ])
        await client.end()
        expect(rows[0]!.entries).toBe(runs.length)
        await expectGreenAuditAt(database)
      } finally {
        killScriptedProcesses()
        for (const cable of cables) cable.close()
        for (const machine of machines) machine.remove()
      }
    },
  )
})
