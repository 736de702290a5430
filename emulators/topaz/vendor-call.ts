// One call to the emulator and the ways to answer it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlobOrigin } from './blob-origin.ts'
import type { EmulatorSettings } from './emulator-settings.ts'
import type { Fault } from './fault-script.ts'
import type { PictureMaker } from './make-pictures.ts'
import type { RecordedRequest } from './request-log.ts'
import type { VendorAccount } from './vendor-account.ts'
import type { VendorJobs } from './vendor-jobs.ts'
import type { VirtualClock } from './virtual-clock.ts'
import type { Webhooks } from './webhooks.ts'

/** What the handlers work on. */
export interface Vendor {
  readonly settings: EmulatorSettings
  readonly clock: VirtualClock
  readonly account: VendorAccount
  readonly jobs: VendorJobs
  readonly pictures: PictureMaker
  readonly blobs: BlobOrigin
  readonly webhooks: Webhooks
  /** Inputs by source id. */
  readonly sources: Map<string, string>
  readonly folder: string
}

export interface VendorCall {
  readonly vendor: Vendor
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly address: URL
  readonly key: string | undefined
  readonly fault: Fault
  readonly record: RecordedRequest
  /** Variable parts of the path. */
  readonly parts: readonly string[]
}

export function answerJson(
  { response, fault }: Pick<VendorCall, 'response' | 'fault'>,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (fault.reset === 'after') {
    response.destroy()
    return
  }
  const bytes = Buffer.from(JSON.stringify(body))
  response.writeHead(status, {
    'Content-Type': fault.contentType ?? 'application/json',
    'Content-Length': bytes.length,
    ...headers,
  })
  if (fault.truncated) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  else response.end(bytes)
}

/** §7: `code` is optional in the documents; the emulator sends both. */
export const answerRefusal = (call: Pick<VendorCall, 'response' | 'fault'>, status: number, message: string): void =>
  answerJson(call, status, { code: status, message })

export function answerEmpty({ response, fault }: Pick<VendorCall, 'response' | 'fault'>, status: number): void {
  if (fault.reset === 'after') response.destroy()
  else response.writeHead(status).end()
}
