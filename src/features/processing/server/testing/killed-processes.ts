// Service processes that a test starts and kills with -9, one after the other on the same data.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { createServerDatabase, layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { programOf } from '../../../../../scripts/testing/bundled-programs.ts'
import { SHORT_LIVED } from '../../../../../scripts/testing/short-lived.ts'
import type { ProcessOrder, ProcessReport, StartedJob } from './process-order.ts'

const SCRIPT = programOf(fileURLToPath(new URL('./test-process.ts', import.meta.url)))
const serverUrl = process.env.TEST_DATABASE_URL

interface Options {
  /** Address of the outside provider, where the runs go to one. */
  readonly topaz?: () => ProcessOrder['topaz']
}
interface Moment {
  readonly job?: StartedJob
  /** Resolves when the process, which goes on after its report, is to be killed. */
  readonly until?: () => Promise<unknown>
}

/** Belongs to the test file that calls it: data and database are made before its tests and removed after them. */
export function killedProcesses({ topaz }: Options = {}) {
  const children = new Set<ChildProcess>()
  let dataDir: string
  let server: Awaited<ReturnType<typeof createServerDatabase>> | undefined

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'huanying-kill-'))
    // Copied, as the journeys' are: the first start on nothing is proven by `start-process.test.ts`.
    if (serverUrl) server = await createServerDatabase(serverUrl)
    else await layEmbeddedDatabase(dataDir)
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await server?.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Starts a process and answers its first report; then it is killed, as by the system. */
  async function runAndKill(scenario: ProcessOrder['scenario'], { job, until }: Moment): Promise<ProcessReport> {
    const account = topaz?.()
    const place = { dataDir, ...(server && { databaseUrl: server.url }) }
    const order: ProcessOrder = { ...place, scenario, ...(account && { topaz: account }), ...(job && { job }) }
    const child = fork(SCRIPT, [JSON.stringify(order)], {
      execArgv: [...SHORT_LIVED],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.add(child)
    const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
    const report = await new Promise<ProcessReport>((resolve, reject) => {
      child.once('message', (message) => resolve(message as ProcessReport))
      child.once('exit', (code) => reject(new Error(`the process ended by itself with ${code}`)))
    })
    await until?.()
    child.kill('SIGKILL')
    await exited
    children.delete(child)
    return report
  }

  return {
    /** To inspect what they left. */
    database: () => (server ? { url: server.url } : { folder: dataDir }),
    async killedAt(scenario: ProcessOrder['scenario'], moment: Moment = {}): Promise<StartedJob> {
      const report = await runAndKill(scenario, moment)
      if (report.event !== 'reached') throw new Error('the process finished the job')
      return report.job
    },
    /** The end of the job, with books that agree. */
    async finish(job: StartedJob, moment: Moment = {}) {
      const report = await runAndKill('finish', { ...moment, job })
      if (report.event !== 'finished') throw new Error('the process did not finish the job')
      expect(report.faults).toEqual([])
      return report
    },
  }
}
