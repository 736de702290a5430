// What an operator watches: the separate port, the measurements of real runs, and that dashboard and alert rules ask for what is there.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUDIT_QUEUE } from '#features/admin/server/audit/nightly-audit.job.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { ACCOUNT_DELETION_DAYS, DELETION_GRACE_DAYS } from '#rulebook/site/retention.ts'
import { noteBackup } from '../../backup/last-backup.ts'
import { KEEP_DUMPS_DAYS } from '../../backup/remove-old-dumps.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { jobOf, startJob, uploadPicture } from '../../testing/person-at-work.ts'
import { signUpPerson } from '../../testing/test-person.ts'

const deploy = fileURLToPath(new URL('../../../../../deploy', import.meta.url))
const provider = createScriptedProvider()

let foundation: Foundation
let service: Service
let health: string
beforeAll(async () => {
  foundation = await openTestFoundation({ HEALTH_PORT: '0' })
  service = await startOn(foundation, { provider })
  health = `http://127.0.0.1:${service.healthPort}`
})
afterAll(() => service.stop())

const measurements = async (): Promise<string> => (await fetch(`${health}/metrics`)).text()

/** One run that succeeds and one that fails. */
async function runTwice(): Promise<void> {
  const origin = `http://127.0.0.1:${service.port}`
  const person = await signUpPerson(origin, foundation.settings.publicOrigin, 'watched@example.com')
  const { id: uploadId } = await uploadPicture(origin, person)
  provider.next({ durationMs: 20 }, { throws: new Error('a fault of ours') })
  for (const status of ['completed', 'failed']) {
    const { id } = await startJob(origin, person, uploadId)
    await expect.poll(async () => (await jobOf(origin, person, id)).status).toBe(status)
    for await (const _ of await person.api.processing.jobs.watch({ id })) break
  }
}

describe('the port of its own', () => {
  it('answers health and measurements to machines nearby, and nothing else to anybody', async () => {
    expect((await fetch(`${health}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${health}/readyz`)).json()).toMatchObject({ status: 'ready' })
    for (const path of ['/', '/api/v1/site/status', '/docs/api']) expect((await fetch(health + path)).status).toBe(404)
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await fetch(`${health}/metrics`, { headers: forwarded })).status).toBe(404)
  })

  it('tells of runs by model, of failures by cause, of the queue, the parts, the disk and the provider', async () => {
    await runTwice()
    await expect.poll(measurements).toMatch(/job_duration_seconds_count\{model="lighting\/adjust",outcome="failed"\} 1/)
    const text = await measurements()
    for (const line of [
      'huanying_job_duration_seconds_count{model="lighting/adjust",outcome="completed"} 1',
      'huanying_job_failures_total{cause="unexpected"} 1',
      'huanying_engine_seconds_total{model="lighting/adjust"} 0.02',
      'huanying_part_up{part="database"} 1',
      'huanying_part_up{part="storage"} 1',
      'huanying_provider_open{provider="scripted"} 1',
    ])
      expect(text).toContain(line)
    expect(text).toMatch(/huanying_disk_bytes\{kind="free"\} [1-9]/)
    // What the rules are tried with: a route that no service has would be excluded by nothing.
    const rules = readFileSync(`${deploy}/prometheus/huanying.rules.test.yaml`, 'utf8')
    for (const route of new Set(rules.match(/(?<=route=")[^"]+/g)))
      expect(text).toContain(`,route="${route}",status="200"}`)
    expect(text).toMatch(/huanying_storage_originals_bytes\{of="people"\} [1-9]/)
  })

  it('tells how old the last audit and the last backup are, for how long there was none, and nothing of backups that never were', async () => {
    await foundation.database.query(`update pgboss.queue set created_on = now() - interval '3 days' where name = $1`, [
      AUDIT_QUEUE,
    ])
    const before = await measurements()
    expect(before).toMatch(/huanying_age_seconds\{of="audit"\} 2592\d\d/)
    expect(before).not.toContain('huanying_age_seconds{of="backup"}')
    await foundation.database.query(
      `insert into audit_reports (faults, by_check, created_at) values (0, '{}', now() - interval '2 days')`,
    )
    await noteBackup(foundation.settings.dataDir)
    const text = await measurements()
    expect(text).toMatch(/huanying_age_seconds\{of="audit"\} 1728\d\d/)
    expect(text).toMatch(/huanying_age_seconds\{of="backup"\} \d(\.|$)/m)
  })

  it('tells how long an entry has waited that nobody takes', async () => {
    const { database } = foundation
    await database.query(`select pgboss.create_queue('unattended', '{"policy": "standard"}')`)
    await database.query(
      `insert into pgboss.job (name, created_on, start_after) values ('unattended', now() - interval '700 s', now() - interval '700 s')`,
    )
    expect(await measurements()).toMatch(/huanying_queue_oldest_seconds\{queue="unattended"\} 70\d/)
  })

  it('tells of a part that is away, with the other measurements', async () => {
    const rename = (from: string, to: string) => foundation.database.query(`alter table ${from} rename to ${to}`)
    await rename('user_profiles', 'away')
    try {
      const text = await measurements()
      expect(text).toContain('huanying_part_up{part="database"} 0')
      expect(text).toContain('huanying_part_up{part="storage"} 1')
    } finally {
      await rename('away', 'user_profiles')
    }
  })
})

describe('deploy', () => {
  it('asks in dashboard and alert rules only for measurements that a service has', async () => {
    const known = new Set((await measurements()).match(/(?<=^# TYPE )\w+/gm))
    for (const file of ['grafana/huanying.json', 'prometheus/huanying.rules.yaml']) {
      const asked = new Set(readFileSync(`${deploy}/${file}`, 'utf8').match(/huanying_\w+/g))
      expect(asked.size).toBeGreaterThan(5)
      const missing = [...asked].filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))
      expect(missing, file).toEqual([])
    }
  })

  it('has for every alert a line of what to do, and a healthy service that leaves it silent', () => {
    const rules = readFileSync(`${deploy}/prometheus/huanying.rules.yaml`, 'utf8')
    const tests = readFileSync(`${deploy}/prometheus/huanying.rules.test.yaml`, 'utf8')
    const guide = readFileSync(`${deploy}/../docs/operate.md`, 'utf8')
    const alerts = rules.match(/(?<=- alert: )\w+/g)!
    expect(tests.match(/(?<=alertname: )\w+/g)!.sort()).toEqual(alerts.toSorted())
    expect(tests).toContain(`value: ${alerts.length} }`)
    expect(alerts.filter((alert) => !guide.includes(`| \`${alert}\``))).toEqual([])
  })

  it('tells of a backup that fails while a deleted account may still leave it in time', () => {
    const rules = readFileSync(`${deploy}/prometheus/huanying.rules.yaml`, 'utf8')
    const [, hours = ''] = /of="backup"\}\) > (\d+) \* 3600/.exec(rules) ?? []
    // The account ends within an hour of its grace, just after a night's run; the last run that ends keeps that dump for the last time, and the next one fails.
    const alertAtHours = (DELETION_GRACE_DAYS + KEEP_DUMPS_DAYS) * 24 + 1 + Number(hours)
    expect(ACCOUNT_DELETION_DAYS * 24 - alertAtHours).toBeGreaterThanOrEqual(12)
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  if (!hasPromtool) console.log("Alert rules are not tried: promtool is absent (Debian's package prometheus has it).")
  it.skipIf(!hasPromtool)('has alert rules that speak when they should', () => {
    for (const words of [
      ['check', 'config', 'prometheus.yaml'],
      ['test', 'rules', 'huanying.rules.test.yaml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: `${deploy}/prometheus`, encoding: 'utf8' })
      expect(status, stdout + stderr).toBe(0)
    }
  })
})
