// Better Auth turns many a failed statement into an answer about its caller: a session that could not be read is none (401), a code that
// could not be looked up a wrong one, and a sign-out that could delete nothing is done. A page signs people out by such an answer, so it is
// never given: the failure itself is thrown, and the caller gets a server error (decision 0110).
import { AsyncLocalStorage } from 'node:async_hooks'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'

/** When the library was asked. */
export const begunAt = (): Date | undefined => asking.getStore()?.begunAt

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
