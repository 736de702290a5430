// Better Auth turns many a failed statement into an answer about its caller: a session that could not be read is none (401), a code that
// could not be looked up a wrong one, and a sign-out that could delete nothing is done. A page signs people out by such an answer, so it is
// never given: whatever failed is thrown, and the caller told of trouble of ours (decision 0110).
import { AsyncLocalStorage } from 'node:async_hooks'
import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import { restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'

type OpenAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<OpenAdapter>

interface Asking {
  readonly begunAt: Date
  failure?: { readonly error: unknown }
}
const asking = new AsyncLocalStorage<Asking>()

/** What `ask` answers, or throws, unless the library's database failed meanwhile: then that failure. */
export async function unlessDatabaseFails<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const current: Asking = { begunAt: new Date() }
  return asking.run(current, async () => {
    const answer = await ask().catch((error: unknown) => {
      throwFailure()
      throw error
    })
    throwFailure()
    return answer
  })
}

/** As the library's, but throws where the session could not be read: no rule of ours is passed by because of that. */
export const readSession: typeof getSessionFromCtx = async (ctx, config) => {
  const found = await getSessionFromCtx(ctx, config)
  if (!found) throwFailure()
  return found as never
}

function throwFailure(): void {
  const failure = asking.getStore()?.failure
  if (failure) throw failure.error
}

/** What the library could not answer at all; thrown as what it swallows. */
export function noteFailure(error: unknown): void {
  const current = asking.getStore()
  if (current) current.failure ??= { error }
}

/** Statements of ours in a hook of the library, which may answer about its caller what they throw. */
export async function notingOwn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!isAPIError(error) && !isAboutValues(error)) noteFailure(error)
    throw error
  }
}

/** SQLSTATE of values that have no place in their column, and of what a constraint refuses, as an address that is taken. */
const ABOUT_VALUES = /^2[23]/

function isAboutValues(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (typeof code === 'string' && ABOUT_VALUES.test(code)) || isAboutValues(error.cause)
}

/** The adapter of the library's tables; every statement that fails is noted. */
export const notingFailures =
  (open: OpenAdapter): OpenAdapter =>
  (options) => {
    const adapter = open(options)
    const { transaction } = adapter
    const restore = { create: adapter.create, findMany: adapter.findMany }
    adapter.transaction = (work) => notingOwn(() => transaction((tx) => work(noting(tx, restore))))
    return noting(adapter, restore)
  }

/** Of the adapter outside of transactions. */
type Restore = Pick<Adapter, 'create' | 'findMany'>
interface Ask {
  readonly model?: string
  readonly where?: Parameters<Restore['findMany']>[0]['where']
}
interface Spent {
  readonly id: string
  readonly createdAt: Date
}

/**
 * A link, a state or a challenge serves once; taken for an answer that failed it serves once more. A session that was to be replaced by one whose
 * cookie never arrived goes on (counted-tries.ts); one that this request made itself was for nobody yet.
 */
async function putBackIfFailed(
  { model = '', where }: Ask,
  here: Pick<Restore, 'findMany'>,
  { create, findMany }: Restore,
): Promise<void> {
  const begunAt = asking.getStore()?.begunAt
  const spent = await here.findMany<Spent>({ model, ...(where && { where }) })
  restoreIfServiceFails(async () => {
    for (const row of spent.filter(({ createdAt }) => !begunAt || createdAt < begunAt)) {
      const kept = await findMany<Spent>({ model, where: [{ field: 'id', value: row.id }] })
      if (kept.length === 0) await create({ model, data: row, forceAllowId: true })
    }
  })
}
const isSpending = (name: string, { model = '' }: Ask): boolean =>
  ['consumeOne', 'delete'].includes(name) && ['verification', 'session'].includes(model)
/** What the library does about its own counters it decides itself; where it cannot go on it throws. */
const COUNTERS = 'rateLimit'

/** In place, because the library knows its adapters by identity. */
function noting<Watched extends Omit<Adapter, 'transaction'>>(adapter: Watched, restore: Restore): Watched {
  const parts = adapter as unknown as Record<string, unknown>
  // Of its own connection: inside a transaction the embedded database has no other.
  const here = { findMany: adapter.findMany }
  for (const [name, ask] of Object.entries(parts))
    if (typeof ask === 'function')
      parts[name] = async (...asked: unknown[]) => {
        const about = (asked[0] ?? {}) as Ask
        if (about.model === COUNTERS) return ask(...asked)
        return notingOwn(async () => {
          if (isSpending(name, about)) await putBackIfFailed(about, here, restore)
          return ask(...asked)
        })
      }
  return adapter
}
