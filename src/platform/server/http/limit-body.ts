// Bodies above the limit are refused with an answer that arrives (`request-too-large`): a browser that is still sending reads nothing, so what
// it sends is first taken and thrown away, within bounds. Only a body beyond these is cut off.
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { answerError } from './error-response.ts'
import type { HttpEnv } from './request-context.ts'

/** Taken and thrown away at most. */
const SWALLOWED_BYTES = 64_000_000
const SWALLOWED_FOR_MS = 30_000

/** A middleware that lets bodies of up to `maxBytes` pass. */
export const limitBody = (maxBytes: number) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: async (context: Context<HttpEnv>) => {
      // Without a socket (an app that is asked directly) nothing is being sent.
      const incoming = (context.env as Partial<HttpEnv['Bindings']> | undefined)?.incoming
      if (incoming) await swallow(incoming)
      return answerError(context, { code: 'request-too-large' }, 413)
    },
  })

/** Resolves when all has been sent, or when it is enough. */
function swallow(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const onData = (chunk: Uint8Array) => {
      bytes += chunk.length
      if (bytes > SWALLOWED_BYTES) end()
      // TRAP: the web stream over it pauses it after every chunk that nobody reads.
      else queueMicrotask(() => incoming.resume())
    }
    const end = () => {
      clearTimeout(timer)
      incoming.off('data', onData).off('end', end).off('close', end)
      resolve()
    }
    const timer = setTimeout(end, SWALLOWED_FOR_MS)
    if (incoming.readableEnded || incoming.destroyed) return end()
    incoming.on('data', onData).on('end', end).on('close', end).resume()
  })
}
