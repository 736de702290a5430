// A vendor on a port of this machine: reads the call, lets the vendor judge it, and answers, or misbehaves as configured.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Fault, SmsState } from './outbox.ts'

export interface VendorCall {
  readonly method: string
  readonly path: string
  /** As it came, without its question mark. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}
export interface VendorReply {
  readonly status: number
  readonly code: string
  readonly body: object
}
export interface Vendor {
  judge(call: VendorCall): VendorReply
  /** Its way to say this code; the message went nowhere. */
  refuse(code: string): VendorReply
  readonly busyCode: string
}

export interface SmsEmulator extends SmsState {
  readonly origin: string
  /** What the product needs to use it. */
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function serveVendor(state: SmsState, vendor: Vendor, port: number) {
  const waiting = new Set<ServerResponse>()
  const server = createServer(
    (request, response) => void serve(state, vendor, request, response, waiting).catch(() => response.destroy()),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const response of waiting) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(
  state: SmsState,
  vendor: Vendor,
  request: IncomingMessage,
  response: ServerResponse,
  waiting: Set<ServerResponse>,
): Promise<void> {
  const call = await callOf(request)
  state.requests += 1
  const fault = state.faults.shift()
  response.setHeader('date', new Date(state.clock.now() * 1000).toUTCString())
  if (fault === 'redirect') return void response.writeHead(307, { location: `${call.path}elsewhere` }).end()
  const reply = replyOf(vendor, call, fault)
  state.answers.push(reply.code)
  if (fault === 'no-answer') return void waiting.add(response)
  if (fault === 'break-off') return void response.destroy()
  response.writeHead(reply.status, { 'content-type': 'application/json' })
  response.end(fault === 'nonsense' ? '<html>' : JSON.stringify(reply.body))
}

function replyOf(vendor: Vendor, call: VendorCall, fault: Fault | undefined): VendorReply {
  if (fault === undefined || ['no-answer', 'break-off', 'nonsense'].includes(fault)) return vendor.judge(call)
  return vendor.refuse(fault === 'busy' ? vendor.busyCode : fault)
}

async function callOf(request: IncomingMessage): Promise<VendorCall> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  )
  return { method: request.method ?? '', path, query, headers, body: await text(request) }
}
