// Password hashing that leaves the service alive: the library's scrypt, on the thread pool, but only as many at once as
// leave a core and the pool's other threads free; a storm of sign-ins waits in line instead of holding up files and light calls.
// TRAP: Better Auth hashes a new password inside the sign-up's transaction; a hash begun before it keeps the one connection free.
import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createSemaphore } from '#platform/server/semaphore.ts'
import { noteCompared } from './compared-password.ts'

/** The pool has four threads, which serve files too. */
const MOST_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))

interface PreparedHash {
  password?: string
  hash?: Promise<string>
}
const prepared = new AsyncLocalStorage<PreparedHash>()

const inTurn = createSemaphore(MOST_AT_ONCE)

/** For Better Auth's option `password`. */
export const passwordHash = {
  hash: (password: string): Promise<string> => {
    const ready = prepared.getStore()
    return ready?.password === password && ready.hash ? ready.hash : inTurn(() => hashPassword(password))
  },
  verify: (data: { hash: string; password: string }): Promise<boolean> => {
    noteCompared(data.hash)
    return inTurn(() => verifyPassword(data))
  },
}

/** Around one request: gives `prepareHash` a place. */
export const withPreparedHash = <Result>(work: () => Promise<Result>): Promise<Result> => prepared.run({}, work)

/** Hashes now what this request will want hashed inside its transaction. */
export async function prepareHash(password: string): Promise<void> {
  const ready = prepared.getStore()
  if (!ready) return
  ready.password = password
  ready.hash = inTurn(() => hashPassword(password))
  await ready.hash
}
