// The object store beside the API (Topaz contract §4 "Fetching", §12 "Process", "Download"): an origin of its own, whose addresses are bound to
// their method, expire, and answer XML when they are not good. A key that comes here was leaked; the record of the request shows it.
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault, FaultScript } from './fault-script.ts'
import type { RecordedRequest } from './request-log.ts'
import type { VirtualClock } from './virtual-clock.ts'

export interface BlobOrigin {
  presign(method: 'GET' | 'HEAD', file: string, contentType: string, expiry: number): string
}

interface Blob {
  readonly method: string
  readonly file: string
  readonly contentType: string
  readonly expiry: number
}

export interface BlobParts {
  readonly clock: VirtualClock
  readonly script: FaultScript
  readonly requests: RecordedRequest[]
  /** Known once the server listens. */
  readonly origin: () => string
}

export function createBlobOrigin(parts: BlobParts): { blobs: BlobOrigin; server: Server } {
  const issued = new Map<string, Blob>()
  const server = createServer((request, response) => {
    serve(parts, issued, request, response).catch(() => response.destroy())
  })
  return {
    server,
    blobs: {
      presign(method, file, contentType, expiry) {
        const token = randomUUID()
        issued.set(token, { method, file, contentType, expiry })
        return `${parts.origin()}/blob/${token}?X-Amz-Expires=3600&X-Amz-Signature=${randomUUID()}`
      },
    },
  }
}

async function serve(
  { clock, script, requests }: BlobParts,
  issued: ReadonlyMap<string, Blob>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://blob')
  const record: RecordedRequest = {
    atMs: Date.now(),
    origin: 'blob',
    method: request.method!,
    path: pathname,
    headerNames: Object.keys(request.headers),
  }
  requests.push(record)
  const fault = script.take(request.method!, pathname) ?? {}
  if (fault.delayMs) await delay(fault.delayMs)
  if (fault.reset === 'before') return void response.destroy()
  const blob = issued.get(pathname.split('/')[2] ?? '')
  const isGood = blob && blob.method === request.method && clock.now() < blob.expiry
  record.status = fault.status ?? (isGood ? 200 : 403)
  if (!isGood || fault.status) {
    response.writeHead(record.status, { 'Content-Type': 'application/xml' })
    response.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')
    return
  }
  await send(blob, request.method!, response, fault)
}

const CHUNK_BYTES = 16 * 1024

async function send(
  { file, contentType }: Blob,
  method: string,
  response: ServerResponse,
  fault: Fault,
): Promise<void> {
  const { size } = await stat(file)
  const length = fault.endless ? {} : { 'Content-Length': size }
  response.writeHead(200, { 'Content-Type': fault.contentType ?? contentType, ...length })
  if (method === 'HEAD') return void response.end()
  const bytes = await readFile(file)
  if (fault.corrupt) bytes.fill(0x5a, Math.floor(size / 2))
  const sent = fault.cutAtBytes === undefined ? bytes : bytes.subarray(0, fault.cutAtBytes)
  for (let at = 0; at < sent.length; at += CHUNK_BYTES) {
    const chunk = sent.subarray(at, at + CHUNK_BYTES)
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
    if (fault.bytesPerSecond) await delay((chunk.length / fault.bytesPerSecond) * 1000)
  }
  while (fault.endless && !response.destroyed) {
    if (!response.write(Buffer.alloc(CHUNK_BYTES)))
      await new Promise<void>((resolve) => void response.once('drain', resolve).once('close', resolve))
  }
  if (fault.cutAtBytes === undefined) response.end()
  else response.destroy()
}
