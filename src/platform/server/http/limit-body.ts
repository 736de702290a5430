// Bodies above the limit are refused with an answer that arrives (`request-too-large`).
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { drainBody } from './drain-body.ts'
import { answerError } from './error-response.ts'
import type { HttpEnv } from './request-context.ts'

/** A middleware that lets bodies of up to `maxBytes` pass. */
export const limitBody = (maxBytes: number) =>
  bodyLimit({
    maxSize: maxBytes,
    onError: async (context: Context<HttpEnv>) => {
      // Without a socket (an app that is asked directly) nothing is being sent.
      const incoming = (context.env as Partial<HttpEnv['Bindings']> | undefined)?.incoming
      if (incoming) await drainBody(incoming)
      return answerError(context, { code: 'request-too-large' }, 413)
    },
  })
