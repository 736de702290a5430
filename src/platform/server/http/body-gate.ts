// How many bodies may arrive at a time, per person, per network and in all, and how slowly: a body that is never finished costs a place,
// a socket and a temporary file, so nobody gets many of them for long.
import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { BODIES_AT_ONCE, SLOWEST_BODY } from '#rulebook/site/request-limits.ts'
import { networkOf } from './client-address.ts'
import { drainBody } from './drain-body.ts'
import { createPlaces } from './places.ts'
import type { HttpEnv } from './request-context.ts'
import { ServiceError } from './service-error.ts'

export interface BodyLimits {
  readonly perPerson: number
  readonly perNetwork: number
  readonly all: number
  /** Bytes that must come within `windowMs`. */
  readonly bytes: number
  readonly windowMs: number
}

/** After the caller is known. */
export function bodyGate(given: Partial<BodyLimits> = {}): MiddlewareHandler<HttpEnv> {
  const limits = { ...BODIES_AT_ONCE, ...SLOWEST_BODY, ...given }
  const places = createPlaces(limits)
  return async (context, next) => {
    // Without a socket (an app that is asked directly) nothing is being sent.
    const incoming = (context.env as Partial<HttpEnv['Bindings']> | undefined)?.incoming
    if (!incoming || !hasBody(incoming)) return next()
    const { userId, clientAddress } = context.var.request
    const leave = places.take({ person: userId, network: networkOf(clientAddress) })
    if (!leave) throw new ServiceError('too-many-bodies')
    const stop = watch(incoming, limits, leave)
    try {
      await next()
      // Refused before the body was read, for a full disk or a day's quota. A visitor's body may be lost.
      if (userId && context.res.status >= 400) await drainBody(incoming)
    } finally {
      stop()
    }
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Gives the place back when the body has come or broken off, or when the answered function is called; cuts the body that is too slow. */
function watch(incoming: IncomingMessage, { bytes, windowMs }: BodyLimits, leave: () => void): () => void {
  const { socket } = incoming
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - seen
    seen = socket.bytesRead
    // Bytes that arrived and are not consumed yet are our own delay.
    if (arrived < bytes && incoming.readableLength === 0) incoming.destroy(new Error('the body came too slowly'))
  }, windowMs)
  timer.unref()
  const stop = () => {
    clearInterval(timer)
    incoming.off('end', stop).off('close', stop)
    leave()
  }
  incoming.on('end', stop).on('close', stop)
  if (incoming.complete || incoming.destroyed) stop()
  return stop
}
