// Better Auth turns many a failed statement into an answer about its caller: a session that could not be read is none (401), a code that
// could not be looked up a wrong one, and a sign-out that could delete nothing is done. A page signs people out by such an answer, so it is
// never given: whatever failed is thrown, and the caller told of trouble of ours (decision 0110).
import { AsyncLocalStorage } from 'node:async_hooks'
import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'

type OpenAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<OpenAdapter>

interface Asking {
  failure?: { readonly error: unknown }
}
const asking = new AsyncLocalStorage<Asking>()

/** What `ask` answers, or throws, unless the library's database failed meanwhile: then that failure. */
export async function unlessDatabaseFails<Answer>(
  ask: () => Promise<Answer>,
  isExempt: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  const current: Asking = {}
  return asking.run(current, async () => {
    const answer = await ask().catch((error: unknown) => {
      throwFailure()
      throw error
    })
    if (!isExempt(answer)) throwFailure()
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
    adapter.transaction = (work) => transaction((tx) => work(noting(tx)))
    return noting(adapter)
  }

/** In place, because the library knows its adapters by identity. */
function noting<Watched extends Omit<Adapter, 'transaction'>>(adapter: Watched): Watched {
  const parts = adapter as unknown as Record<string, unknown>
  for (const [name, ask] of Object.entries(parts))
    if (typeof ask === 'function')
      parts[name] = async (...asked: unknown[]) => {
        try {
          return await ask(...asked)
        } catch (error) {
          if (!isAPIError(error) && !isAboutValues(error)) noteFailure(error)
          throw error
        }
      }
  return adapter
}
