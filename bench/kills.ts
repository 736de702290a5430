// Processes killed (-9) at random instants while people work: `npx node bench/kills.ts [pglite|postgres] [kills] [seed]`. Afterwards every
// answered promise is proved: no upload lost, each start one run, each run ended once, books that agree, files gone that were removed.
// On PostgreSQL (the machine's own, started for the bench) web, workers, engine children, connections and the server's own backends die (of the
// last, kill -9 makes the whole server recover); on the embedded database the one process and its engine children. Ends by itself, with 1 when
// something is broken, after at most HOURS_MAX, and at `kill PID`; what was promised until then is proved either way.
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { databaseHome } from '#platform/server/database/database-settings.ts'
import { startPrivatePostgres } from '../scripts/testing/private-postgres.ts'
import { QUEUES } from '../src/app/server/open-foundation.ts'
import { ACCOUNT_DELETION_QUEUE } from '../src/features/history/server/own-data/delete-account.ts'
import type { Database } from '../src/platform/server/database/database.ts'
import { openDatabase } from '../src/platform/server/database/open-database.ts'
import { openQueue } from '../src/platform/server/queue/boss-queue.ts'
import { type Caller, enter } from './kills/caller.ts'
import { ADMIN_EMAIL, assemble, type Cast, killIfAlive, type Role } from './kills/cast.ts'
import { type Journal, newJournal } from './kills/journal.ts'
import { beAdministrator, beCustomer, comeAndLeave, mergeTwo, type Scene } from './kills/people.ts'
import { findBroken, untilNothingIsOpen } from './kills/prove.ts'
import { type Random, randomFrom } from './kills/random.ts'
import { loadLine, makeFolder } from './web-service.ts'

const CUSTOMERS = 4
/**
 * From the successor's first answer to the next kill: from its first statement to deep in a run. The one process of the embedded database takes everything
 * with it, so people need longer to get anywhere (with 2.5 s on a busy machine nobody did).
 */
const KILL_WITHIN_MS = { pglite: 10_000, postgres: 2500 }
const LEAVER_EVERY_KILLS = 10
const MERGE_EVERY_KILLS = 15
const REPORT_EVERY_KILLS = 10
const SETTLE_WITHIN_MS = 300_000
const CONNECTIONS_KILLED_MAX = 4

const ASK_AGAIN_MS = 500
const DATABASE_TRIES = 40
const HOURS_MAX = 3

type Victim = Role | 'engine child' | 'connections' | 'backend'

const [home = 'pglite', kills = 1000, seed = Date.now() % 1_000_000] = [
  process.argv[2],
  Number(process.argv[3] ?? 1000),
  Number(process.argv[4] ?? Date.now() % 1_000_000),
]
const log = pino({ level: 'silent' })
const random = randomFrom(seed)
const journal = newJournal()
console.log(`${kills} kills on ${home}, seed ${seed}; ${loadLine()}`)

const postgres = home === 'postgres' ? await startPrivatePostgres() : undefined
if (home === 'postgres' && !postgres) throw new Error('this machine has no PostgreSQL server')
const folder = makeFolder()
const cast = await assemble(folder.path, postgres?.url)
try {
  await cast.start()
  const killed = await killWhilePeopleWork(cast)
  await bringToAnEnd(cast)
  await cast.stop()
  const broken = [
    ...cast.endedAlone,
    ...(journal.starts.size === 0 ? ['nobody started anything, so nothing was proved'] : []),
    ...(await withDatabase(cast, (database) => findBroken(database, cast.dataDir, journal))),
  ]
  report(killed, broken)
  process.exitCode = broken.length > 0 ? 1 : 0
} finally {
  await cast.stop()
  postgres?.stop()
  folder.remove()
}

async function killWhilePeopleWork(cast: Cast): Promise<Map<Victim, number>> {
  let isOver = false
  const scene = { origin: cast.origin, journal, random, isOver: () => isOver }
  const callers: Caller[] = []
  for (let i = 0; i < CUSTOMERS; i += 1) callers.push((await enter(scene, `person${i}@kills.test`, `10.1.0.${i}`))!)
  const administrator = (await enter(scene, ADMIN_EMAIL, '10.2.0.1'))!
  await cast.replace(cast.roles[0]!)
  const work: Promise<unknown>[] = callers.map((caller) => beCustomer(caller, scene))
  work.push(beAdministrator(administrator, callers, scene))
  const killed = new Map<Victim, number>()
  const endsAtMs = performance.now() + HOURS_MAX * 3_600_000
  let isEnough = false
  process.once('SIGTERM', () => {
    isEnough = true
  })
  for (let done = 0; done < kills && !isEnough && performance.now() < endsAtMs; ) {
    if (done % LEAVER_EVERY_KILLS === 0) work.push(sendLeaver(done / LEAVER_EVERY_KILLS, scene))
    if (done % MERGE_EVERY_KILLS === 0) work.push(sendPair(done / MERGE_EVERY_KILLS, scene))
    await delay(random.between(0, KILL_WITHIN_MS[postgres ? 'postgres' : 'pglite']))
    const victim = chooseVictim(cast, random)
    if (!(await kill(cast, victim))) continue
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
    done += 1
    if (done % REPORT_EVERY_KILLS === 0) console.log(`${done} kills, ${journal.starts.size} starts`)
  }
  isOver = true
  await Promise.all(work)
  return killed
}

async function sendLeaver(number: number, scene: Parameters<typeof enter>[0] & Scene): Promise<void> {
  const caller = await enter(scene, `leaver${number}@kills.test`, `10.3.${number >> 8}.${number & 255}`)
  if (caller) await comeAndLeave(caller, scene)
}

async function sendPair(number: number, scene: Parameters<typeof enter>[0] & Scene): Promise<void> {
  const address = `10.4.${number >> 8}.${number & 255}`
  const primary = await enter(scene, `pair${number}-a@kills.test`, address)
  const enterOther = () => enter(scene, `pair${number}-b@kills.test`, address)
  const merged = primary && (await enterOther())
  if (merged) await mergeTwo(primary, merged, enterOther, scene)
}

function chooseVictim({ roles }: Cast, random: Random): Victim {
  const victims: readonly Victim[] = roles.includes('all')
    ? ['all', 'all', 'engine child']
    : ['web', 'worker', 'worker', 'engine child', 'connections', 'backend']
  return random.pick(victims)!
}

/** False where nothing of the kind was alive. */
async function kill(cast: Cast, victim: Victim): Promise<boolean> {
  if (victim === 'engine child') return cast.killEngineChild((pids) => random.pick(pids))
  if (victim === 'connections') return endConnections(cast)
  if (victim === 'backend') return killBackend(cast)
  await cast.replace(victim, async () => {
    // A week passes for those who asked to leave. The embedded database can be opened only while nobody else has it.
    if (victim !== 'worker') await withDatabase(cast, (database) => makeDeletionsDue(database, journal))
  })
  return true
}

async function endConnections(cast: Cast): Promise<boolean> {
  const many = Math.ceil(random.between(0, CONNECTIONS_KILLED_MAX))
  const ended = await withDatabase(cast, (database) =>
    database.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() order by query_start desc limit $1) newest`,
      [many],
    ),
  )
  return ended.length > 0
}

/** Kill -9 of one process of the server, which then ends all others and recovers. */
async function killBackend(cast: Cast): Promise<boolean> {
  const pids = await withDatabase(cast, (database) =>
    database.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )
  const chosen = random.pick(pids)
  return chosen !== undefined && killIfAlive(chosen.pid)
}

/** Waits for a server that recovers. */
async function withDatabase<Result>(cast: Cast, work: (database: Database) => Promise<Result>): Promise<Result> {
  if (!cast.databaseUrl) return once(cast, work)
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(cast, work)
    } catch (error) {
      if (tries === DATABASE_TRIES) throw error
      await delay(ASK_AGAIN_MS)
    }
  }
}

async function once<Result>(cast: Cast, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(databaseHome(cast))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function makeDeletionsDue(database: Database, { leavers }: Journal): Promise<void> {
  const due = await database.query(
    `update auth_users set deletion_due_at = now() - interval '1 minute'
      where id = any($1::uuid[]) and deletion_due_at > now() returning id`,
    [[...leavers]],
  )
  if (due.length === 0) return
  const queue = await openQueue(database, QUEUES, log)
  await database.orm.transaction((tx) => queue.send(tx, ACCOUNT_DELETION_QUEUE, {}))
  await queue.stop(0)
}

/** The last restart, and time for everything that is open. */
async function bringToAnEnd(cast: Cast): Promise<void> {
  await cast.replace(cast.roles[0]!, () => withDatabase(cast, (database) => makeDeletionsDue(database, journal)))
  if (cast.databaseUrl) await withDatabase(cast, (database) => untilNothingIsOpen(database, SETTLE_WITHIN_MS))
  else await untilEmbeddedIsDone(cast)
}

/** Nobody else can ask the embedded database while the service has it, so the service is stopped for each look. */
async function untilEmbeddedIsDone(cast: Cast): Promise<void> {
  const endsAtMs = performance.now() + SETTLE_WITHIN_MS
  for (;;) {
    await delay(SETTLE_WITHIN_MS / 20)
    await cast.stop()
    const isDone = await withDatabase(cast, (database) =>
      untilNothingIsOpen(database, 0).then(
        () => true,
        (error: unknown) => {
          if (performance.now() > endsAtMs) throw error
          return false
        },
      ),
    )
    await cast.start()
    if (isDone) return
  }
}

function report(killed: ReadonlyMap<Victim, number>, broken: readonly string[]): void {
  console.log(`killed: ${[...killed].map(([victim, times]) => `${victim} ${times}`).join(', ')}`)
  console.log(
    `answered: ${[...journal.answers]
      .map(([kind, times]) => `${kind}: ${times}`)
      .sort()
      .join(', ')}`,
  )
  const { uploads, starts, removedUploads, creditEdits, leavers, merges } = journal
  console.log(
    `promised: ${uploads.size} uploads, ${starts.size} starts, ${removedUploads.size} removals, ` +
      `${creditEdits.size} changes of credits, ${leavers.size} ends of accounts, ` +
      `${merges.filter(({ isAnswered }) => isAnswered).length} merges`,
  )
  for (const line of broken) console.log(`BROKEN ${line}`)
  console.log(broken.length > 0 ? `${broken.length} promises broken, seed ${seed}` : 'every promise held')
}
