// A ZIP of stored objects as a stream: stored, not compressed (pictures are compressed already), ZIP64 where needed, names in UTF-8.
// Objects are opened one after the other as the reader takes them, so memory does not grow with the archive.
import { makeZip, predictLength } from 'client-zip'
import type { ObjectStorage } from './object-storage.ts'

export interface ZipEntry {
  readonly name: string
  readonly lastModified: Date
  readonly sizeBytes: number
  /** A stored object by its key, or the text of a file made for this archive. */
  readonly content: { readonly key: string } | { readonly text: string }
}

export interface ZipStream {
  /** Begins to read at once, so it must be read or cancelled. */
  readonly body: ReadableStream<Uint8Array>
  readonly sizeBytes: number
}

/** Entries whose object is gone by the time it is read end the stream with an error: a short archive never looks whole. */
export const createZipStream = (storage: ObjectStorage, entries: readonly ZipEntry[]): ZipStream => ({
  body: leavable(makeZip(open(storage, entries))),
  sizeBytes: zipSizeBytes(entries),
})

/** Known before a byte is read, so that browsers show how much is left. */
export const zipSizeBytes = (entries: readonly ZipEntry[]): number =>
  Number(predictLength(entries.map(({ name, lastModified, sizeBytes }) => ({ name, lastModified, size: sizeBytes }))))

/** TRAP: when a reader cancels, client-zip throws the reason as an unhandled error. */
function leavable(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason).catch(() => {}),
  })
}

async function* open(storage: ObjectStorage, entries: readonly ZipEntry[]) {
  for (const { name, lastModified, sizeBytes, content } of entries) {
    if ('text' in content) {
      yield { name, lastModified, size: sizeBytes, input: content.text }
      continue
    }
    const source = await storage.openRead(content.key)
    try {
      yield { name, lastModified, size: sizeBytes, input: source }
    } finally {
      source.destroy() // also when the reader left in the middle
    }
  }
}

/**
 * Two files of one archive never share a name, on systems that do not tell `a` from `A` either: `a.png`, `a (2).png`. A person's own file may be
 * called like such a copy.
 */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  /** By wanted name, so that a thousand of one name are not counted through again and again. */
  const counts = new Map<string, number>()
  return (name) => {
    const wanted = name.toLowerCase()
    let count = counts.get(wanted) ?? 0
    let unique: string
    do unique = numbered(name, ++count)
    while (taken.has(unique.toLowerCase()))
    counts.set(wanted, count)
    taken.add(unique.toLowerCase())
    return unique
  }
}

const numbered = (name: string, count: number): string =>
  count === 1 ? name : name.replace(/(\.[^.]*)?$/, (ending) => ` (${count})${ending}`)
