// A storage for who holds a place that others wait for: no call lasts beyond a signal or a time, also where the storage below hears of neither, as a
// folder whose disk hangs.
import { untilAborted } from '../until-aborted.ts'
import type { ObjectStorage } from './object-storage.ts'

/** Longest call of who holds the only place of a process: everybody else waits for it. */
export const ONLY_PLACE_MOST_MS = 120_000

interface Bounds {
  readonly signal?: AbortSignal | undefined
  /** Longest call; absent: the signal alone ends it. */
  readonly mostMs?: number
}

/** Calls throw the signal's reason, or a TimeoutError. */
export function storageUntil(storage: ObjectStorage, { signal, mostMs }: Bounds): ObjectStorage {
  const bounded = <Result>(call: (end: AbortSignal) => Promise<Result>): Promise<Result> => {
    const ends = [...(signal ? [signal] : []), ...(mostMs === undefined ? [] : [AbortSignal.timeout(mostMs)])]
    const end = AbortSignal.any(ends)
    return untilAborted(call(end), end)
  }
  const { adoptFile } = storage
  return {
    ...storage,
    putFile: (key, path, contentType) => bounded((end) => storage.putFile(key, path, contentType, end)),
    ...(adoptFile && {
      adoptFile: (key, path, contentType) => bounded((end) => adoptFile(key, path, contentType, end)),
    }),
    stat: (key) => bounded(() => storage.stat(key)),
    openRead: (key, range) => bounded(() => storage.openRead(key, range)),
    fetchToFile: (key, path) => bounded((end) => storage.fetchToFile(key, path, end)),
    remove: (key) => bounded(() => storage.remove(key)),
    async *list(folder) {
      const objects = storage.list(folder)[Symbol.asyncIterator]()
      for (let next = await bounded(() => objects.next()); !next.done; next = await bounded(() => objects.next()))
        yield next.value
    },
    checkWritable: () => bounded(() => storage.checkWritable()),
  }
}
