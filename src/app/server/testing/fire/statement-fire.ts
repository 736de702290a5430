// Ends the PostgreSQL connection at one statement of one request. A request that carries the header of the mark is followed by its asynchronous
// context through the service of the same process, so that its statements alone are counted, in their order.
import { AsyncLocalStorage } from 'node:async_hooks'
import diagnostics from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export const MARK_HEADER = 'x-test-mark'
const QUIET_MS = 12
const END_MS = 2000
/** Longer than an unhindered call takes. */
const OTHERS_MS = 1500
const REQUEST_START = 'http.server.request.start'

/** `before`: the statement does not reach the server. `after`: it was carried out, and its answer is lost. */
export interface Aim {
  readonly statement: number
  readonly moment: 'before' | 'after'
  /** What somebody else does just then; where it waits for this request, this one goes on. */
  readonly meanwhile?: () => Promise<unknown>
}

/** What one request has asked so far. */
export interface Asked {
  readonly texts: string[]
  open: number
  /** The connection of the aim was ended. */
  wasHit: boolean
}

export interface StatementFire {
  /** `act` sends the marked request; answers when its statements, those behind its answer too, have ended. */
  follow<Answer>(act: (mark: string) => Promise<Answer>, aim?: Aim): Promise<{ answer: Answer; asked: Asked }>
  close(): Promise<void>
}

type Query = (...given: unknown[]) => unknown
type Answered = (error: Error | null, result?: unknown) => void
interface Followed extends Asked {
  readonly aim: Aim | undefined
}

export async function openStatementFire(serverUrl: string): Promise<StatementFire> {
  const killer = new pg.Client({ connectionString: serverUrl })
  await killer.connect()
  const followed = new Map<string, Followed>()
  const current = new AsyncLocalStorage<Followed | undefined>()
  // TRAP: the requests of one connection share a context: each one sets it anew.
  const enter = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    current.enterWith(followed.get(String(request.headers[MARK_HEADER])))
  }
  diagnostics.subscribe(REQUEST_START, enter)
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  const end = async (client: pg.Client) => {
    const { processID } = client as unknown as { processID: number }
    await query.call(killer, 'select pg_terminate_backend($1, $2)', [processID, END_MS])
  }
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const asked = current.getStore()
    if (!asked || this === killer) return query.apply(this, given)
    return watched(asked, given, { ask: (all) => query.apply(this, all), end: () => end(this) })
  }
  return {
    follow: async (act, aim) => {
      const mark = crypto.randomUUID()
      const asked: Followed = { texts: [], open: 0, wasHit: false, aim }
      followed.set(mark, asked)
      const answer = await act(mark)
      await quiet(asked)
      followed.delete(mark)
      return { answer, asked }
    },
    close: async () => {
      prototype.query = query
      diagnostics.unsubscribe(REQUEST_START, enter)
      await killer.end()
    },
  }
}

interface Connection {
  ask(given: unknown[]): unknown
  end(): Promise<void>
}

function watched(asked: Followed, given: unknown[], { ask, end }: Connection): unknown {
  asked.texts.push(textOf(given[0]))
  asked.open += 1
  const { aim } = asked
  const isAim = aim?.statement === asked.texts.length
  if (isAim) asked.wasHit = true
  const callback = given.at(-1)
  const answered: Answered | undefined = typeof callback === 'function' ? (callback as Answered) : undefined
  const plain = answered ? given.slice(0, -1) : given
  const done = shoot(isAim ? aim : undefined, () => ask(plain) as Promise<unknown>, end).finally(() => {
    asked.open -= 1
  })
  if (!answered) return done
  done.then(
    (result) => answered(null, result),
    (error: Error) => answered(error),
  )
}

async function shoot(aim: Aim | undefined, ask: () => Promise<unknown>, end: () => Promise<void>): Promise<unknown> {
  if (aim?.moment === 'before') {
    await othersAct(aim)
    await end()
  }
  const result = await ask()
  if (aim?.moment !== 'after') return result
  await othersAct(aim)
  await end()
  throw new Error('Connection terminated unexpectedly')
}

/** Outside of the context of this request, whose locks may be what it waits for. */
const othersAct = async ({ meanwhile }: Aim): Promise<void> => {
  if (meanwhile) await Promise.race([meanwhile(), delay(OTHERS_MS)])
}

/** Work behind the answer, as emails, goes on. */
async function quiet(asked: Asked): Promise<void> {
  for (let last = -1; last !== asked.texts.length || asked.open > 0; ) {
    last = asked.texts.length
    await delay(QUIET_MS)
  }
}

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown } | undefined)?.text)
}
