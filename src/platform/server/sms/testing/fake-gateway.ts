// An SMS gateway on a local port, for tests and journeys: checks the signature as a real one would, keeps what it was given, and
// misbehaves when asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gatewaySignature } from '../gateway-signature.ts'

export interface ReceivedSms {
  readonly to: string
  readonly template: string
  readonly params: { readonly code: string; readonly minutes: string }
}
export type GatewayBehaviour = 'accept' | 'refuse' | 'refuse-with-200' | 'nonsense' | 'hang' | 'break-off' | 'redirect'

export interface FakeGateway {
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly template: string
  behaviour: GatewayBehaviour
  /** Accepted messages, oldest first. */
  readonly messages: ReceivedSms[]
  /** Requests whose signature, age or nonce was wrong. */
  readonly rejected: string[]
  /** Bodies of all requests, as they came. */
  readonly bodies: string[]
  /** Code of the last message to this number; throws when there is none. */
  lastCode(phone: string): string
  close(): Promise<void>
}

const MAX_AGE_SECONDS = 300

export async function startFakeGateway(port = 0): Promise<FakeGateway> {
  const seenNonces = new Set<string>()
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const gateway: FakeGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/messages?channel=code`,
    key: 'key-of-tests',
    secret: 'secret-of-the-gateway-in-tests',
    template: 'SMS_CODE',
    behaviour: 'accept',
    messages: [],
    rejected: [],
    bodies: [],
    lastCode: (phone) => {
      const message = gateway.messages.findLast(({ to }) => to.endsWith(phone))
      if (!message) throw new Error(`No message was sent to ${phone}.`)
      return message.params.code
    },
    close: () =>
      new Promise((resolve) => {
        for (const response of hanging) response.destroy()
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    gateway.bodies.push(body)
    const complaint = complaintOf(request, body)
    if (complaint) gateway.rejected.push(complaint)
    response.setHeader('content-type', 'application/json')
    response.statusCode = complaint ? 401 : STATUSES[gateway.behaviour]
    if (!complaint && gateway.behaviour === 'hang') return void hanging.add(response)
    if (!complaint && gateway.behaviour === 'break-off') return void response.destroy()
    if (!complaint && gateway.behaviour === 'accept') gateway.messages.push(JSON.parse(body) as ReceivedSms)
    if (!complaint && gateway.behaviour === 'redirect') response.setHeader('location', `${gateway.url}&again`)
    response.end(gateway.behaviour === 'nonsense' ? '<html>' : JSON.stringify(bodyOf(gateway, complaint)))
  }

  function complaintOf({ method = '', url = '', headers }: IncomingMessage, body: string): string | undefined {
    const nonce = String(headers['x-sms-nonce'])
    const timestampSeconds = Number(headers['x-sms-timestamp'])
    const expected = gatewaySignature(gateway.secret, { method, path: url, timestampSeconds, nonce, body })
    if (headers['x-sms-key'] !== gateway.key) return 'unknown key'
    if (headers['x-sms-signature'] !== expected) return 'wrong signature'
    if (Math.abs(Date.now() / 1000 - timestampSeconds) > MAX_AGE_SECONDS) return 'old'
    if (seenNonces.has(nonce)) return 'seen before'
    seenNonces.add(nonce)
    return undefined
  }
  return gateway
}

const STATUSES: Readonly<Record<GatewayBehaviour, number>> = {
  accept: 202,
  refuse: 422,
  'refuse-with-200': 200,
  nonsense: 200,
  hang: 200,
  'break-off': 200,
  redirect: 307,
}

function bodyOf({ behaviour, messages }: FakeGateway, complaint: string | undefined): object {
  if (complaint) return { success: false, error: complaint }
  return behaviour === 'accept' ? { success: true, id: `m-${messages.length}` } : { success: false, error: 'no' }
}
