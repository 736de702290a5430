// The queue port over pg-boss in the same database (architecture §2): enqueue within the caller's transaction, wake-up by
// LISTEN/NOTIFY, at-least-once delivery.
// TRAP: pg-boss looks an unknown queue up over its own connection; inside a transaction of the embedded database that waits for
// ever. So all queues are made and touched at the opening, and a name that was not named then is refused before any query.
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { currentTraceparent, inSpan } from '../tracing/spans.ts'
import type { DeliveredJob, Queue } from './queue.ts'
import { createQueuePlaces, type QueuePlaces } from './queue-places.ts'

// A killed worker's job counts as dead after HEARTBEAT and is handed out again by the next supervision: 30 s at most.
const HEARTBEAT_SECONDS = 20
const SUPERVISE_SECONDS = 10
/** Longer than any handler runs; a handler beyond it is abandoned and its job delivered again. */
const EXPIRE_SECONDS = 3600
const QUEUE_OPTIONS = {
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: EXPIRE_SECONDS,
  // The row decides when work is given up, not the queue.
  retryLimit: 1000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  deleteAfterSeconds: 86_400,
}
/** How often each place polls by itself; one of them polls far more often (queue-places.ts). */
const POLLING = { pollingIntervalSeconds: 120, notifyPollingIntervalSeconds: 120 }
/** Polling interval of a queue. NOTIFY announces new entries only: a redelivered one waits for this. */
const LOOK_MS = 2000
/** Channel on which pg-boss announces new entries, by the name of their queue. Its own listener would wake every place for each (queue-places.ts). */
export const QUEUE_CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`

const factsOf = (queueName: string) => ({ 'messaging.system': 'pg-boss', 'messaging.destination.name': queueName })

/** The entry carries the trace context of the request that made it. */
function withCause(data: object): object {
  const traceparent = currentTraceparent()
  return traceparent ? { ...data, traceparent } : data
}

/** A queue that was not named when the queues were opened. */
export class UnknownQueueError extends Error {
  constructor(queueName: string) {
    super(`Queue ${queueName} was not named at openQueue`)
    this.name = 'UnknownQueueError'
  }
}

/** Makes the queues, hands orphaned jobs of an embedded database out again, and starts supervision. */
export async function openQueue(database: Database, queueNames: readonly string[], log: Log): Promise<Queue> {
  const boss = new PgBoss({
    ...database.bossOptions,
    application_name: 'huanying-queue',
    max: 4,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue warning'))
  await boss.start()
  for (const name of queueNames) await prepareQueue(boss, name, database.kind === 'embedded')
  const queue = new BossQueue(boss, new Set(queueNames))
  await queue.listen(database)
  return queue
}

async function prepareQueue(boss: PgBoss, name: string, isOnlyProcess: boolean): Promise<void> {
  await boss.createQueue(name, QUEUE_OPTIONS)
  // Fills pg-boss's cache over its own connection, outside any transaction (see the trap above).
  const jobs = await boss.findJobs(name)
  if (!isOnlyProcess) return
  // The folder lock proves that no other process runs: active jobs belonged to a dead one.
  const orphans = jobs.filter((job) => job.state === 'active').map((job) => job.id)
  if (orphans.length > 0) await boss.fail(name, orphans, { reason: 'its process ended' })
}

class BossQueue implements Queue {
  readonly #boss: PgBoss
  readonly #names: ReadonlySet<string>
  readonly #stopping = new AbortController()
  readonly #places = new Map<string, QueuePlaces>()
  #unlisten = async () => {}

  constructor(boss: PgBoss, names: ReadonlySet<string>) {
    this.#boss = boss
    this.#names = names
  }

  async listen(database: Pick<Database, 'listen'>): Promise<void> {
    this.#unlisten = await database.listen(QUEUE_CHANNEL, (queueName) => this.#places.get(queueName)?.wakeOne())
  }

  send: Queue['send'] = async (tx, queueName, data, options = {}) => {
    this.#demand(queueName)
    const startAfter = options.startAfterSeconds
    await inSpan(`send ${queueName}`, { kind: 'producer', facts: factsOf(queueName) }, () =>
      this.#boss.send(queueName, withCause(data), {
        db: fromDrizzle(tx, sql),
        ...(startAfter === undefined ? {} : { startAfter }),
      }),
    )
  }

  work: Queue['work'] = async (queueName, concurrency, handle) => {
    this.#demand(queueName)
    const places = this.#placesOf(queueName)
    for (let place = 0; place < concurrency; place += 1) await this.#workAlone(queueName, places, handle)
  }

  #placesOf(queueName: string): QueuePlaces {
    const places = this.#places.get(queueName) ?? createQueuePlaces(LOOK_MS)
    this.#places.set(queueName, places)
    return places
  }

  /**
   * One place. TRAP: after a job pg-boss waits until its polling interval has passed since it took the job, with entries waiting or not: of short runs
   * a worker did one in two seconds. So the end of each job wakes its own place, which the library can do for a place alone.
   */
  async #workAlone<Data extends object>(
    queueName: string,
    places: QueuePlaces,
    handle: (job: DeliveredJob<Data>) => Promise<void>,
  ): Promise<void> {
    const stopping = this.#stopping.signal
    let id = ''
    const place = places.add(() => this.#boss.notifyWorker(id))
    id = await this.#boss.work<Data>(queueName, { includeMetadata: true, ...POLLING }, async ([job]) => {
      if (!job) return
      const { retryCount } = job as unknown as { retryCount: number }
      const causedBy = (job.data as { traceparent?: string } | null)?.traceparent
      const options = { kind: 'consumer', facts: factsOf(queueName), causedBy } as const
      await place.run(() =>
        inSpan(`process ${queueName}`, options, () => handle({ data: job.data, attempt: retryCount + 1, stopping })),
      )
    })
  }

  schedule: Queue['schedule'] = async (queueName, cron, timeZone, handle) => {
    this.#demand(queueName)
    await this.#workAlone(queueName, this.#placesOf(queueName), () => handle())
    await this.#boss.schedule(queueName, cron, null, { tz: timeZone })
  }

  stop: Queue['stop'] = async (graceMs) => {
    this.#stopping.abort()
    for (const places of this.#places.values()) places.stop()
    await this.#unlisten()
    await this.#boss.stop({ graceful: true, timeout: graceMs, close: true })
  }

  #demand(queueName: string): void {
    if (!this.#names.has(queueName)) throw new UnknownQueueError(queueName)
  }
}
