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

/** Which settings say where. */
export type ListenSettings = 'PORT' | 'HEALTH_PORT'

/** The message says in English and Chinese what to do. */
export class ListenError extends Error {
  constructor({ port, host, settings }: Place, code: string | undefined) {
    super(whyNot({ port, host, settings }, code))
    this.name = 'ListenError'
  }
}

interface Place {
  readonly port: number
  readonly host: string
  readonly settings: ListenSettings
}

function whyNot({ port, host, settings }: Place, code: string | undefined): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: set ${settings} to a free one, or stop what holds it. 端口 ${port} 已被占用，请更换 ${settings} 或停止占用它的程序。`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: set ${settings} to one above 1023, and let the proxy listen on 80 and 443. 当前用户无权监听端口 ${port}：请把 ${settings} 设为 1024 以上的端口，由反向代理监听 80 与 443。`
  const setting = settings.replace('PORT', 'HOST')
  return `${setting}=${host} is no address of this machine (${code}). ${setting} 不是本机地址，请更正。`
}

/** Uploads of 50 MB over a slow phone take longer than Node's default of five minutes per request. */
const REQUEST_MS = 20 * 60_000
/**
 * Longer than reverse proxies keep their idle connections (nginx: 60 s). With Node's default of 5 s a request that arrives at the moment of the close is
 * answered by a reset, which the proxy reports as 502; seen here as ECONNRESET in tests on a busy machine.
 */
const IDLE_MS = 75_000

export async function listen(
  app: Hono<HttpEnv>,
  port: number,
  host: string,
  settings: ListenSettings = 'PORT',
): Promise<Listening> {
  const listener = getRequestListener(app.fetch)
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS }, (request, response) => {
    if (hasTwoHosts(request)) return void response.writeHead(400, { connection: 'close' }).end()
    void listener(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => reject(new ListenError({ port, host, settings }, code)))
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
