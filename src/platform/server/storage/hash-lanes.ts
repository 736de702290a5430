// Work on many files in a few lanes, each with a thread that hashes for it: one core hashes a gigabyte a second, and a disk is faster.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashTask } from './hash-thread.ts'

/** SHA-256 of the file at `path`; writes what it reads to `copyTo` on the way. */
export type HashFile = (path: string, copyTo?: string) => Promise<string>

const THREAD_ENTRY = new URL('./hash-thread.ts', import.meta.url)
/** More than two cores, so that some hash while others wait for the disk. */
const AT_ONCE = 4

export async function inHashLanes<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item, hashFile: HashFile) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const lane = async () => {
    const { hashFile, stop } = createHasher()
    try {
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) await work(step.value, hashFile)
    } finally {
      await stop()
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

/** Of one lane, so it is asked for one file at a time. The thread starts with the first. */
function createHasher(): { readonly hashFile: HashFile; stop(): Promise<unknown> } {
  let thread: Worker | undefined
  return {
    hashFile: async (path, copyTo) => {
      thread ??= new Worker(THREAD_ENTRY)
      const answered = once(thread, 'message') as Promise<[HashAnswer]>
      thread.postMessage({ path, copyTo } satisfies HashTask)
      const [answer] = await answered
      if ('hash' in answer) return answer.hash
      throw Object.assign(new Error(answer.failure.message), answer.failure)
    },
    stop: async () => thread?.terminate(),
  }
}
