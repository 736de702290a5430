// Work on many files in a few lanes, each with a thread that hashes for it: one core hashes a gigabyte a second, and a disk is faster.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { allEnded } from '../all-ended.ts'
import type { Answer, Task } from './hash-thread.ts'

/** What the thread of a lane does, one thing at a time. */
export interface FileReader {
  /** SHA-256 of the file at `path`; writes what it reads to `copyTo` on the way. */
  hash(path: string, copyTo?: string): Promise<string>
  /** Whether both hold the same bytes. */
  areEqual(path: string, other: string): Promise<boolean>
}

const THREAD_ENTRY = new URL('./hash-thread.ts', import.meta.url)
/** More than two cores, so that some hash while others wait for the disk. */
const AT_ONCE = 4

export async function inHashLanes<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item, reader: FileReader) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const lane = async () => {
    const { reader, stop } = createReader()
    try {
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) await work(step.value, reader)
    } finally {
      await stop()
    }
  }
  await allEnded(Array.from({ length: AT_ONCE }, lane))
}

/** Reader of one lane. The thread starts with the first task. */
function createReader(): { readonly reader: FileReader; stop(): Promise<unknown> } {
  let thread: Worker | undefined
  const ask = async (task: Task) => {
    thread ??= new Worker(THREAD_ENTRY)
    const answered = once(thread, 'message') as Promise<[Answer]>
    thread.postMessage(task)
    const [answer] = await answered
    if ('result' in answer) return answer.result
    throw Object.assign(new Error(answer.failure.message), answer.failure)
  }
  return {
    reader: {
      hash: async (path, copyTo) => (await ask({ path, copyTo })) as string,
      areEqual: async (...paths) => (await ask({ paths })) as boolean,
    },
    stop: async () => thread?.terminate(),
  }
}
