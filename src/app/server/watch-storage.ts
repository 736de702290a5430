// A process that runs while the service goes over to another storage (`npm run storage:move`, decision 0233) would store pictures where nobody looks for them.
import { IdentityError, proveIdentity, recallStorage } from '#platform/server/identity/prove-identity.ts'
import { readMark } from '#platform/server/identity/storage-mark.ts'
import type { Foundation } from './open-foundation.ts'

const LOOK_MS = 10_000

interface StorageWatch {
  /** Settles where the service has gone over without this process, which is to end; never otherwise. */
  readonly left: Promise<Error>
  end(): void
}

export function watchStorage(foundation: Foundation, lookMs = LOOK_MS): StorageWatch {
  const { database, storage, settings } = foundation
  const { secret, previousSecret } = settings
  let mark: string | undefined
  const look = async () => {
    // What the storage carries is what was proven at the start, whatever the database says by now.
    mark ??= await readMark(storage)
    if ((await recallStorage(database)) === mark) return
    // One that was adopted under its old name is ours all the same.
    await proveIdentity({ database, storage, secret, previousSecret })
    mark = await readMark(storage)
  }
  const { promise: left, resolve } = Promise.withResolvers<Error>()
  const timer = setInterval(() => {
    // A database that is away for a while is asked again.
    look().catch((error) => error instanceof IdentityError && resolve(error))
  }, lookMs)
  timer.unref()
  return { left, end: () => clearInterval(timer) }
}
