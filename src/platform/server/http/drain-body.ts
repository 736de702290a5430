// Makes a refusal arrive: a browser that is still sending reads nothing, and closing the connection loses the answer, so what it
// sends is first read and discarded, within bounds. Only a body beyond these is cut off.
import type { IncomingMessage } from 'node:http'

/** Taken and thrown away at most. */
const TAKEN_BYTES = 64_000_000
const TAKEN_FOR_MS = 30_000

/** Resolves when all has been sent, or when it is enough. */
export function drainBody(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const onData = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > TAKEN_BYTES) end()
      // TRAP: the web stream over it pauses it after every chunk that nobody reads.
      else queueMicrotask(() => incoming.resume())
    }
    const end = () => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', end).off('close', end)
      resolve()
    }
    const timer = setTimeout(end, TAKEN_FOR_MS)
    if (incoming.readableEnded || incoming.destroyed) return end()
    incoming.on('data', onData).on('end', end).on('close', end).resume()
  })
}
