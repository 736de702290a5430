// The server killed with -9 while a job waits, runs, and between storing and capturing: after the restart the job is finished
// once, or failed with its credits back, and the ledger equals the balance. Real processes on the real database of this run.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProcessOrder, ProcessReport, StartedJob } from './testing/test-process.ts'

const SCRIPT = fileURLToPath(new URL('./testing/test-process.ts', import.meta.url))
const serverUrl = process.env.TEST_DATABASE_URL
const databaseName = `kill_${crypto.randomUUID().replaceAll('-', '')}`

let dataDir: string
let databaseUrl: string | undefined
const children = new Set<ChildProcess>()

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'huanying-kill-'))
  if (!serverUrl) return
  await onServer(`create database ${databaseName}`)
  databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${databaseName}` }).href
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  if (serverUrl) await onServer(`drop database ${databaseName} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a process and answers its first report; then it is killed, as by the system. */
async function runAndKill(scenario: ProcessOrder['scenario'], job?: StartedJob): Promise<ProcessReport> {
  const order: ProcessOrder = { dataDir, scenario, ...(databaseUrl && { databaseUrl }), ...(job && { job }) }
  const child = fork(SCRIPT, [JSON.stringify(order)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.add(child)
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const report = await new Promise<ProcessReport>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ProcessReport))
    child.once('exit', (code) => reject(new Error(`the process ended by itself with ${code}`)))
  })
  child.kill('SIGKILL')
  await exited
  children.delete(child)
  return report
}

async function killedAt(scenario: ProcessOrder['scenario'], job?: StartedJob): Promise<StartedJob> {
  const report = await runAndKill(scenario, job)
  if (report.event !== 'reached') throw new Error('the process finished the job')
  return report.job
}

async function finish(job: StartedJob) {
  const report = await runAndKill('finish', job)
  if (report.event !== 'finished') throw new Error('the process did not finish the job')
  expect(report.faults).toEqual([])
  return report
}

describe('kill -9', () => {
  it('while a job waits: the next process does it, once, for its price', async () => {
    const end = await finish(await killedAt('wait'))
    expect(end).toMatchObject({ job: { status: 'completed', creditsConsumed: 2 }, attempts: 1, providerCalls: 1 })
    expect(end.money).toEqual({ balance: 3, ledger: 3 })
    expect(end.entries).toEqual(['capture', 'hold'])
  }, 120_000)

  it('while a job runs: the next process begins again and finishes it for one price', async () => {
    const end = await finish(await killedAt('run'))
    expect(end).toMatchObject({ job: { status: 'completed', creditsConsumed: 2 }, attempts: 2, providerCalls: 1 })
    expect(end.money).toEqual({ balance: 3, ledger: 3 })
    expect(end.entries).toEqual(['capture', 'hold'])
  }, 120_000)

  it('between storing and capturing: the next process captures without running the tool again', async () => {
    const end = await finish(await killedAt('store'))
    expect(end).toMatchObject({ job: { status: 'completed', creditsConsumed: 2 }, attempts: 2, providerCalls: 0 })
    expect(end.job.result).toMatchObject({ width: 64, height: 48 })
    expect(end.money).toEqual({ balance: 3, ledger: 3 })
    expect(end.entries).toEqual(['capture', 'hold'])
  }, 120_000)

  it('three times while it runs: failed, and the credits are back', async () => {
    const job = await killedAt('run')
    await killedAt('run', job)
    await killedAt('run', job)
    const end = await finish(job)
    expect(end).toMatchObject({ job: { status: 'failed', error: { code: 'crashed' } }, attempts: 3, providerCalls: 0 })
    expect(end.money).toEqual({ balance: 5, ledger: 5 })
    expect(end.entries).toEqual(['hold', 'release'])
  }, 180_000)
})
