// Password hashing that leaves the service alive: the library's scrypt, on the thread pool, but only as many at once as
// leave a core and the pool's other threads free; a storm of sign-ins waits in line instead of holding up files and light calls.
// TRAP: Better Auth hashes a new password inside the sign-up's transaction; a hash begun before it keeps the one connection free.
import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { noteCompared } from './compared-password.ts'

/** The pool has four threads, which serve files too. */
const MOST_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))

interface PreparedHash {
  password?: string
  hash?: Promise<string>
}
const prepared = new AsyncLocalStorage<PreparedHash>()

export type InLine = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs work first come first served, never more than `most` at once. */
export function createLine(most: number): InLine {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place goes straight to the next, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

const inLine = createLine(MOST_AT_ONCE)

/** For Better Auth's option `password`. */
export const passwordHash = {
  hash: (password: string): Promise<string> => {
    const ready = prepared.getStore()
    return ready?.password === password && ready.hash ? ready.hash : inLine(() => hashPassword(password))
  },
  verify: (data: { hash: string; password: string }): Promise<boolean> => {
    noteCompared(data.hash)
    return inLine(() => verifyPassword(data))
  },
}

/** Around one request: gives `prepareHash` a place. */
export const withPreparedHash = <Result>(work: () => Promise<Result>): Promise<Result> => prepared.run({}, work)

/** Hashes now what this request will want hashed inside its transaction. */
export async function prepareHash(password: string): Promise<void> {
  const ready = prepared.getStore()
  if (!ready) return
  ready.password = password
  ready.hash = inLine(() => hashPassword(password))
  await ready.hash
}
