// Opens the port, and closes it in two steps: first nothing new is taken, later what does not end by itself is cut.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HttpEnv } from './request-context.ts'

export interface Listening {
  readonly port: number
  /** Takes no new connections; resolves when the open ones have ended. */
  stopAccepting(): Promise<void>
  /** Ends what is still open after `graceMs`. */
  cutAfter(graceMs: number): void
}

export class PortInUseError extends Error {
  constructor(port: number) {
    super(`Port ${port} is already in use. 端口 ${port} 已被占用。`)
    this.name = 'PortInUseError'
  }
}

/** Uploads of 50 MB over a slow phone take longer than Node's default of five minutes per request. */
const REQUEST_MS = 20 * 60_000
/**
 * Longer than reverse proxies keep their idle connections (nginx: 60 s). With Node's default of 5 s a request that arrives at the moment of the close is
 * answered by a reset, which the proxy reports as 502; seen here as ECONNRESET in tests on a busy machine.
 */
const IDLE_MS = 75_000

export async function listen(app: Hono<HttpEnv>, port: number, host: string): Promise<Listening> {
  const listener = getRequestListener(app.fetch)
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS }, (request, response) => {
    if (hasTwoHosts(request)) return void response.writeHead(400, { connection: 'close' }).end()
    void listener(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port) : error),
    )
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    stopAccepting: () => stopAccepting(server),
    cutAfter: (graceMs) => void setTimeout(() => server.closeAllConnections(), graceMs).unref(),
  }
}

/** Node keeps the first one, a proxy before us perhaps the last: a request with two is an attempt to make them disagree. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1

function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
