// Opens the port, and closes it gracefully: running answers are finished, idle and endless ones (event streams) are cut after a grace time.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HttpEnv } from './request-context.ts'

export interface Listening {
  readonly port: number
  /** Stops accepting at once; resolves when all connections are closed, at the latest after `graceMs`. */
  close(graceMs: number): Promise<void>
}

export class PortInUseError extends Error {
  constructor(port: number) {
    super(`Port ${port} is already in use. 端口 ${port} 已被占用。`)
    this.name = 'PortInUseError'
  }
}

export async function listen(app: Hono<HttpEnv>, port: number, host: string): Promise<Listening> {
  const listener = getRequestListener(app.fetch)
  // Uploads of 50 MB over a slow phone take longer than Node's default of five minutes per request.
  const server = createServer({ requestTimeout: 20 * 60_000 }, (request, response) => void listener(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUseError(port) : error),
    )
    server.listen(port, host, () => resolve())
  })
  return { port: (server.address() as AddressInfo).port, close: (graceMs) => close(server, graceMs) }
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
