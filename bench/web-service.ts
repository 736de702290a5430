// The real service as a process of its own, for the web benches: a data folder below the system's temporary one, a free port,
// one person who may start any number of runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { startOf } from '#features/processing/testing/start-of.ts'
import { TERMS_VERSION } from '#rulebook/account/terms.ts'
import { serviceProgram } from '../scripts/bundle/bundle-service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const EMAIL = 'bench@example.com'
const PASSWORD = 'lantern-4417'
/** Linux has so many, on every machine that is met today. */
const TICKS_PER_SECOND = 100

export interface BenchService {
  readonly origin: string
  readonly pid: number
  /** From the spawn to the line that says ready. */
  readonly startMs: number
  stop(): Promise<void>
}

export interface BenchFolder {
  readonly path: string
  remove(): void
}

export function makeFolder(): BenchFolder {
  const path = mkdtempSync(join(tmpdir(), 'huanying-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** What `npm start` gives to Node, so that memory is measured as people run it. */
function startFlags(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** What `npm start` ends in; with `scripts/start.ts` all of it, which may build the pages first. */
export async function startService(folder: string, entry?: string): Promise<BenchService> {
  const program = entry ? join(root, entry) : serviceProgram()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...startFlags(), program], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      SIGN_UP_WALL: 'none',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      STARTUP_ADMIN_EMAIL: EMAIL,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      output += chunk
      const match = /ready: (\S+)/.exec(output)
      if (match) resolve(match[1]!)
    })
    void exited.then(() => reject(new Error(`the service ended: ${output}`)))
  })
  return {
    origin: origin.replace('localhost', '127.0.0.1'),
    pid: child.pid!,
    startMs: performance.now() - startedAt,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/**
 * Registers the bench's person and starts again, so that STARTUP_ADMIN_EMAIL lifts every limit of credits. `prepare` may write into
 * the folder meanwhile.
 */
export async function startWithPerson(
  folder: string,
  prepare: () => Promise<void> = async () => {},
): Promise<{ service: BenchService; headers: Record<string, string> }> {
  const first = await startService(folder)
  await authenticate(first.origin, 'sign-up')
  await first.stop()
  await prepare()
  const service = await startService(folder)
  return { service, headers: await authenticate(service.origin, 'sign-in') }
}

export async function authenticate(origin: string, action: 'sign-up' | 'sign-in'): Promise<Record<string, string>> {
  const apikey = process.env.PUBLIC_API_KEY ?? 'huanying-web'
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD, name: 'bench', acceptedTerms: TERMS_VERSION })
  const headers = { 'content-type': 'application/json', origin }
  const answer = await demand(fetch(`${origin}/api/auth/${action}/email`, { method: 'POST', headers, body }))
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const session = await demand(
    fetch(`${origin}/api/v1/account/session`, {
      method: 'POST',
      headers: { apikey, origin, cookie: cookie.join('; ') },
    }),
  )
  const { access_token } = (await session.json()) as { access_token: string }
  return { apikey, authorization: `Bearer ${access_token}` }
}

export async function demand(request: Promise<Response>): Promise<Response> {
  const answer = await request
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

export async function upload(
  origin: string,
  headers: Record<string, string>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ id: string }> {
  const form = new FormData()
  form.append('purpose', 'main')
  form.append('file', new Blob([bytes], { type: 'image/png' }), 'bench.png')
  return (await (await demand(fetch(`${origin}/api/uploads`, { method: 'POST', headers, body: form }))).json()) as {
    id: string
  }
}

export interface BenchJob {
  readonly id: string
  readonly status: string
  readonly createdAt: string
  readonly startedAt: string
  readonly completedAt: string
  readonly error: { readonly code: string } | null
  readonly result: { readonly processingSeconds: number } | null
}

export async function startJob(
  origin: string,
  headers: Record<string, string>,
  uploadId: string,
  modelKey: string,
  /** Nothing for the administrator of the benches, whose runs are free. */
  shownCredits = 0,
): Promise<BenchJob> {
  const body = JSON.stringify({ ...startOf({ uploadId }, modelKey), shownCredits })
  const json = { ...headers, 'content-type': 'application/json' }
  const first = await fetch(`${origin}/api/v1/jobs`, { method: 'POST', headers: json, body })
  if (first.ok) return (await first.json()) as BenchJob
  const refusal = (await first.json()) as { code: string; data: { credits: number } }
  if (refusal.code !== 'price-changed') throw new Error(`start refused: ${JSON.stringify(refusal)}`)
  const priced = JSON.stringify({ ...JSON.parse(body), shownCredits: refusal.data.credits })
  return (await (
    await demand(fetch(`${origin}/api/v1/jobs`, { method: 'POST', headers: json, body: priced }))
  ).json()) as BenchJob
}

/** Waits on the job's event stream, as the page does, and answers the final row. */
export async function watchJob(origin: string, headers: Record<string, string>, id: string): Promise<BenchJob> {
  const events = await demand(fetch(`${origin}/api/v1/jobs/${id}/events`, { headers }))
  for await (const _ of events.body!) {
    // The stream ends with the job.
  }
  return (await (await demand(fetch(`${origin}/api/v1/jobs/${id}`, { headers }))).json()) as BenchJob
}

/** A photograph-like PNG: smooth shapes and a little noise. */
export async function makePicture(width: number, height: number): Promise<Buffer<ArrayBuffer>> {
  const shapes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g"><stop offset="0" stop-color="#fc8"/><stop offset="1" stop-color="#246"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="30%" cy="40%" r="15%" fill="#385"/></svg>`,
  )
  const noise = {
    create: { width, height, channels: 3 as const, noise: { type: 'gaussian' as const, mean: 128, sigma: 8 } },
  }
  const grain = await sharp({ ...noise, create: { ...noise.create, background: '#808080' } })
    .png()
    .toBuffer()
  const picture = await sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer()
  return Buffer.from(picture) as Buffer<ArrayBuffer>
}

/** A PNG of noise, stored rather than compressed: `sizeBytes` on the wire with as few pixels as possible. */
export async function makeHeavyPicture(sizeBytes: number): Promise<Buffer<ArrayBuffer>> {
  const side = Math.floor(Math.sqrt(sizeBytes / 3.02))
  const pixels = Buffer.alloc(side * side * 3)
  for (let i = 0; i < pixels.length; i += 65_536) crypto.getRandomValues(pixels.subarray(i, i + 65_536))
  const raw = { width: side, height: side, channels: 3 as const }
  return Buffer.from(await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer()) as Buffer<ArrayBuffer>
}

export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}

/** Time of all threads of a process so far. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** How busy the machine was by others, so that a figure can be judged. */
export function loadLine(): string {
  return `load average ${readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')} before the bench`
}
