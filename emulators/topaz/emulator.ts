// The emulated service put together (Topaz contract §12): the API with its control calls, and the origin of presigned addresses.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createBlobOrigin } from './blob-origin.ts'
import { VendorRefusal } from './check-submit.ts'
import { controlRoute } from './control-calls.ts'
import { EMULATOR_DEFAULTS, type EmulatorSettings } from './emulator-settings.ts'
import { createFaultScript, type FaultScript } from './fault-script.ts'
import { createPictureMaker } from './make-pictures.ts'
import type { RecordedRequest } from './request-log.ts'
import { routeOf } from './routes.ts'
import { contentTypeOf } from './submit-calls.ts'
import { createVendorAccount, type KeyState, type Refusal } from './vendor-account.ts'
import { answerJson, answerRefusal, type Vendor, type VendorCall } from './vendor-call.ts'
import { createVendorJobs } from './vendor-jobs.ts'
import { createVirtualClock } from './virtual-clock.ts'
import { createWebhooks } from './webhooks.ts'

export interface EmulatorOptions {
  readonly settings?: Partial<EmulatorSettings>
  readonly keys?: Readonly<Record<string, KeyState>>
  readonly credits?: number
  /** `engine` computes as the product does; `resize` is for tests whose subject is another. */
  readonly pictures?: 'engine' | 'resize'
  /** Virtual seconds per real one. */
  readonly clockSpeed?: number
  readonly port?: number
  readonly blobPort?: number
}

export interface TopazEmulator {
  readonly imageBase: string
  readonly accountBase: string
  readonly origin: string
  readonly blobOrigin: string
  readonly vendor: Vendor
  readonly script: FaultScript
  readonly requests: RecordedRequest[]
  close(): Promise<void>
}

export interface EmulatorState {
  readonly vendor: Vendor
  readonly script: FaultScript
  readonly requests: RecordedRequest[]
  /** Moments of the last second's calls (§12 "Rate limit"). */
  readonly lastCallsMs: number[]
}

export async function openTopazEmulator(options: EmulatorOptions = {}): Promise<TopazEmulator> {
  const folder = await mkdtemp(join(tmpdir(), 'topaz-emulator-'))
  const script = createFaultScript()
  const requests: RecordedRequest[] = []
  const clock = createVirtualClock(options.clockSpeed ?? 1)
  let blobOrigin = ''
  const { blobs, server: blobServer } = createBlobOrigin({ clock, script, requests, origin: () => blobOrigin })
  const account = createVendorAccount(options.keys ?? {}, options.credits ?? 1000)
  const settings = { ...EMULATOR_DEFAULTS, ...options.settings }
  const jobs = createVendorJobs(clock, account)
  const pictures = createPictureMaker(folder, options.pictures ?? 'engine')
  const addressesOf: Parameters<typeof createWebhooks>[0]['addressesOf'] = async (job) => {
    const expiry = clock.now() + 3600
    const input = contentTypeOf(job.inputFormat)
    const output = job.end?.status === 'Completed' ? await job.picture : undefined
    return {
      input_download_url: blobs.presign('GET', job.inputFile, input, expiry),
      input_head_url: blobs.presign('HEAD', job.inputFile, input, expiry),
      ...(output && {
        download_url: blobs.presign('GET', output, contentTypeOf(job.outputFormat), expiry),
        head_url: blobs.presign('HEAD', output, contentTypeOf(job.outputFormat), expiry),
      }),
    }
  }
  const webhooks = createWebhooks({ clock, jobs, isTwice: () => settings.webhooksTwice, addressesOf })
  const vendor: Vendor = {
    settings,
    clock,
    account,
    jobs,
    pictures,
    blobs,
    webhooks,
    sources: new Map(),
    folder,
  }
  const state: EmulatorState = { vendor, script, requests, lastCallsMs: [] }
  const server = createServer((request, response) => {
    serve(state, request, response).catch(() => response.destroy())
  })
  blobOrigin = await listen(blobServer, options.blobPort ?? 0)
  const origin = await listen(server, options.port ?? 0)
  return {
    imageBase: `${origin}/image/v1`,
    accountBase: `${origin}/account/v1`,
    origin,
    blobOrigin,
    vendor,
    script,
    requests,
    async close() {
      webhooks.stop()
      pictures.close()
      await Promise.all([server, blobServer].map(closeServer))
      await Promise.allSettled(jobs.list().map(({ picture }) => picture))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

async function serve(state: EmulatorState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { vendor, script, requests } = state
  const address = new URL(request.url ?? '/', 'http://emulator')
  if (address.pathname.startsWith('/__emulator/')) return controlRoute(state, request, response, address)
  const record: RecordedRequest = {
    atMs: Date.now(),
    origin: 'api',
    method: request.method!,
    path: address.pathname,
    headerNames: Object.keys(request.headers),
  }
  requests.push(record)
  response.once('finish', () => {
    record.status = response.statusCode
  })
  const fault = script.take(request.method!, address.pathname) ?? {}
  const key = request.headers['x-api-key']
  const call = { vendor, request, response, address, fault, record, key: typeof key === 'string' ? key : undefined }
  if (fault.delayMs) await delay(fault.delayMs)
  if (fault.reset === 'before') return void response.destroy()
  if (fault.html)
    return void response
      .writeHead(fault.status ?? 502, { 'Content-Type': 'text/html' })
      .end('<html><body>Bad Gateway</body></html>')
  if (fault.status) {
    request.resume()
    return answerJson(call, fault.status, { code: fault.status, message: 'scripted' })
  }
  await work(state, call)
}

async function work(state: EmulatorState, call: Omit<VendorCall, 'parts'>): Promise<void> {
  const { vendor } = state
  try {
    if (isTooOften(state)) return answerRefusal(call, 429, 'Too Many Requests')
    const refusal = refusalBeforeWork(call)
    if (refusal) return answerRefusal(call, refusal.status, refusal.message)
    vendor.jobs.settle()
    const route = routeOf(vendor.settings.generation, call.request.method!, call.address.pathname)
    if (!route) return answerRefusal(call, 404, 'Not Found')
    await route.handle({ ...call, parts: route.parts })
  } catch (error) {
    if (error instanceof VendorRefusal) return answerRefusal(call, error.status, error.message)
    throw error
  } finally {
    // A refused upload is read to its end, else the client sees a cut line instead of the answer.
    call.request.resume()
  }
}

/** §12 "Auth": a key without right or plan may still ask for the balance. */
function refusalBeforeWork({ vendor, key, address }: Omit<VendorCall, 'parts'>): Refusal | undefined {
  const refusal = vendor.account.refusalOf(key)
  const isForWork = !vendor.settings.refusesLate && !address.pathname.startsWith('/account/')
  return isForWork || refusal?.status === 401 ? refusal : undefined
}

/** §12 "Rate limit": no `Retry-After`. */
function isTooOften({ vendor, lastCallsMs }: EmulatorState): boolean {
  const { requestsPerSecond } = vendor.settings
  if (requestsPerSecond === undefined) return false
  const nowMs = Date.now()
  while (lastCallsMs.length > 0 && nowMs - lastCallsMs[0]! >= 1000) lastCallsMs.shift()
  if (lastCallsMs.length >= requestsPerSecond) return true
  lastCallsMs.push(nowMs)
  return false
}
