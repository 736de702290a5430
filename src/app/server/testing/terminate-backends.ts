// A PostgreSQL server that ends the connections of a test's database again and again, and calls that are asked again as our pages do it.
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#platform/server/database/database.ts'

const ASK_AGAIN_MS = 50
const ASKS_MAX = 80

export interface Volleys {
  /** At most so many; they also end with the act. */
  readonly most?: number
  readonly everyMs?: () => number
}

export interface Terminator {
  /** Acts while all connections of the database end every few milliseconds; answers what `act` answers. */
  underFire<Answer>(act: () => Promise<Answer>, volleys?: Volleys): Promise<Answer>
  /** Ends all of them once. */
  volley(): Promise<unknown>
  /** Nobody gets at this table meanwhile: who waits for it is ended. */
  whileLocked<Answer>(table: string, act: () => Promise<Answer>): Promise<Answer>
  /** Codes of the failures on our side that `insist` met. */
  readonly failures: unknown[]
  /** Asks again after what failed on our side, or came to no answer; what was refused is the answer. */
  insist<Answer>(ask: () => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

/** By connections of its own, to the server's first database. */
export async function openTerminator(serverUrl: string, database: Database): Promise<Terminator> {
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  const killer = new pg.Client({ connectionString: serverUrl })
  await killer.connect()
  const failures: unknown[] = []
  const fire = () =>
    killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [row!.name],
    )
  return {
    failures,
    volley: fire,
    whileLocked: (table, act) => whileLocked({ serverUrl, name: row!.name, killer }, table, act),
    async underFire(act, { most = 25, everyMs = () => 20 } = {}) {
      let isOver = false
      const firing = (async () => {
        for (let n = 0; n < most && !isOver; n += 1) {
          await fire()
          await delay(everyMs())
        }
      })()
      try {
        return await act()
      } finally {
        isOver = true
        await firing
      }
    },
    async insist(ask) {
      let last: unknown
      for (let asked = 0; asked < ASKS_MAX; asked += 1) {
        try {
          const answer = await ask()
          const failed = failedResponse(answer)
          if (!failed) return answer
          failures.push(((await failed.json()) as { code?: string }).code)
        } catch (error) {
          last = error
          const { status, code } = error as { status?: number; code?: string }
          if (status !== undefined && status < 500) throw error
          // Without a status it is no answer of the service: a statement of the test itself, or a line that broke.
          if (status !== undefined) failures.push(code)
        }
        await delay(ASK_AGAIN_MS)
      }
      throw new Error('the service did not come back', { cause: last })
    },
    close: () => killer.end(),
  }
}

interface Ended {
  readonly serverUrl: string
  /** Name of the database. */
  readonly name: string
  readonly killer: pg.Client
}

async function whileLocked<Answer>(ended: Ended, table: string, act: () => Promise<Answer>): Promise<Answer> {
  const locker = new pg.Client({ connectionString: addressOf(ended) })
  await locker.connect()
  await locker.query(`begin; lock table ${table} in access exclusive mode`)
  let isOver = false
  const ending = (async () => {
    while (!isOver) {
      await ended.killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = $1 and wait_event_type = 'Lock' and query ilike '%' || $2 || '%'`,
        [ended.name, table],
      )
      await delay(5)
    }
  })()
  try {
    return await act()
  } finally {
    isOver = true
    await ending
    await locker.end()
  }
}

function addressOf({ serverUrl, name }: Ended): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** TRAP: no `instanceof`: the HTTP server puts a Response of its own in the global's place. */
function failedResponse(answer: unknown): Response | undefined {
  const given = answer as Partial<Response> | undefined
  return typeof given?.json === 'function' && given.status! >= 500 ? (given as Response) : undefined
}
