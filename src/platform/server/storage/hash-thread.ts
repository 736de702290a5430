// A thread that hashes files, one at a time, and on request copies them from the same bytes: what was hashed is what was copied. It also
// compares two, which is ten times as fast.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

export interface HashTask {
  readonly path: string
  readonly copyTo?: string | undefined
}
export interface CompareTask {
  readonly paths: readonly [string, string]
}
export type Task = HashTask | CompareTask

export type Answer = { readonly result: string | boolean } | { readonly failure: { message: string; code?: string } }

const CHUNK_BYTES = 1024 * 1024
const [buffer, other] = [Buffer.allocUnsafeSlow(CHUNK_BYTES), Buffer.allocUnsafeSlow(CHUNK_BYTES)] as const
type OpenFile = (name: string, flags: 'r' | 'w') => number

function hashFile({ path, copyTo }: HashTask, open: OpenFile): string {
  const hash = createHash('sha256')
  const source = open(path, 'r')
  const target = copyTo === undefined ? undefined : open(copyTo, 'w')
  for (let sizeBytes = readSync(source, buffer); sizeBytes > 0; sizeBytes = readSync(source, buffer)) {
    const bytes = buffer.subarray(0, sizeBytes)
    hash.update(bytes)
    if (target !== undefined) writeFileSync(target, bytes)
  }
  return hash.digest('hex')
}

function areEqual({ paths }: CompareTask, open: OpenFile): boolean {
  const [one, another] = paths.map((path) => open(path, 'r')) as [number, number]
  for (;;) {
    const [sizeBytes, otherBytes] = [readSync(one, buffer), readSync(another, other)]
    // Files of one disk are read in pieces of one size.
    if (sizeBytes !== otherBytes || buffer.compare(other, 0, otherBytes, 0, sizeBytes) !== 0) return false
    if (sizeBytes === 0) return true
  }
}

function resultOf(task: Task): string | boolean {
  const opened: number[] = []
  const open: OpenFile = (name, flags) => {
    const descriptor = openSync(name, flags)
    opened.push(descriptor)
    return descriptor
  }
  try {
    return 'paths' in task ? areEqual(task, open) : hashFile(task, open)
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

function answerTo(task: Task): Answer {
  try {
    return { result: resultOf(task) }
  } catch (error) {
    // A message between threads does not carry an error's code.
    const { message, code } = error as NodeJS.ErrnoException
    return { failure: { message, ...(code && { code }) } }
  }
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(answerTo(task)))
