// The contract's calls, twice: `/api/rpc` for our own browser side, `/api/v1` as plain HTTP for everybody else (document 1 §7).
import { mapEventIterator } from '@orpc/client'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import type { AnyRouter } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ResponseHeadersPlugin, type ResponseHeadersPluginContext } from '@orpc/server/plugins'
import { Hono } from 'hono'
import type { Log } from '../log.ts'
import { RPC_PATH, toOrpcError } from './error-response.ts'
import type { HttpEnv, RequestContext } from './request-context.ts'

export const REST_PATH = '/api/v1'

/** What a call's handler may read, and the headers it may add to the answer. */
export type CallContext = RequestContext & ResponseHeadersPluginContext

/** `router` implements the contract over RequestContext. */
export function createRpcRoutes(router: AnyRouter, log: Log): Hono<HttpEnv> {
  // TRAP: a handler mutates its options with its plugins' hooks; with one object for both, each answer had its cookies twice.
  const options = () => ({
    plugins: [new ResponseHeadersPlugin<CallContext>()],
    clientInterceptors: [translating(log)],
  })
  const rpc = new RPCHandler<CallContext>(router, options())
  const rest = new OpenAPIHandler<CallContext>(router, options())
  const routes = new Hono<HttpEnv>()
  for (const [prefix, handler] of [
    [RPC_PATH, rpc],
    [REST_PATH, rest],
  ] as const) {
    routes.all(`${prefix}/*`, async (context) => {
      const answer = await handler.handle(context.req.raw, { prefix, context: { ...context.var.request } })
      if (!answer.matched) return context.json({ code: 'not-found' }, 404)
      // A fresh Response: the headers of a fetch answer may be immutable, and later middleware adds to them.
      const headers = unbuffered(answer.response)
      const { status } = answer.response
      if (!headers.get('content-type')?.startsWith('application/json'))
        return new Response(answer.response.body, { status, headers })
      // TRAP: without a length even a hundred bytes are compressed, in a stream that waits in the thread pool behind all file work.
      const text = await answer.response.text()
      headers.set('content-length', String(Buffer.byteLength(text)))
      return new Response(text, { status, headers })
    })
  }
  return routes
}

/** Proxies must pass server-sent events on at once. */
function unbuffered(response: Response): Headers {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  if (headers.get('content-type')?.startsWith('text/event-stream')) headers.set('x-accel-buffering', 'no')
  return headers
}

interface Call {
  readonly context: CallContext
  next(): Promise<unknown>
}

function translating(log: Log): (call: Call) => Promise<unknown> {
  return async ({ context, next }) => {
    const translate = (error: unknown) => toOrpcError(error, context.requestId, log)
    try {
      const output = await next()
      if (!isAsyncIterator(output)) return output
      return mapEventIterator(output, { value: async (value) => value, error: async (error) => translate(error) })
    } catch (error) {
      throw translate(error)
    }
  }
}

const isAsyncIterator = (value: unknown): value is AsyncIterator<unknown, unknown, undefined> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
