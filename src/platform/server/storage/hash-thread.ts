// A thread that hashes files, one at a time, and writes what it reads on the way to another where it is asked to: what was hashed is what was copied.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

export interface HashTask {
  readonly path: string
  readonly copyTo?: string | undefined
}

export type HashAnswer = { readonly hash: string } | { readonly failure: { message: string; code?: string } }

const buffer = Buffer.allocUnsafeSlow(1024 * 1024)

function hashFile({ path, copyTo }: HashTask): string {
  const hash = createHash('sha256')
  const opened: number[] = []
  const open = (name: string, flags: 'r' | 'w') => {
    const descriptor = openSync(name, flags)
    opened.push(descriptor)
    return descriptor
  }
  try {
    const source = open(path, 'r')
    const target = copyTo === undefined ? undefined : open(copyTo, 'w')
    for (let sizeBytes = readSync(source, buffer); sizeBytes > 0; sizeBytes = readSync(source, buffer)) {
      const bytes = buffer.subarray(0, sizeBytes)
      hash.update(bytes)
      if (target !== undefined) writeFileSync(target, bytes)
    }
    return hash.digest('hex')
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

function answerTo(task: HashTask): HashAnswer {
  try {
    return { hash: hashFile(task) }
  } catch (error) {
    // A message carries no code of an error by itself.
    const { message, code } = error as NodeJS.ErrnoException
    return { failure: { message, ...(code && { code }) } }
  }
}

parentPort?.on('message', (task: HashTask) => parentPort?.postMessage(answerTo(task)))
