// The vendor's calls, one method each (Topaz contract §2–§6). The key goes to the vendor's own addresses and to nobody else: redirects are refused,
// presigned addresses are fetched without it, and neither of the two is ever part of an error or a log line.
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { partsUpTo, TooLongError } from '#platform/server/http/read-at-most.ts'
import { refusingWhenFull, StorageFullError } from '#platform/server/storage/object-storage.ts'
import { PROVIDER_MAX_BYTES } from '#rulebook/pictures/upload.ts'
import type { RequestPacer } from '../request-pacer.ts'
import { type FormAnswer, type SentFile, sendForm, textOf } from './send-form.ts'
import { messageIn, TopazError, type TopazStep, topazError } from './topaz-errors.ts'
import type { TopazFields } from './topaz-models.ts'

const status = z.object({
  process_id: z.string(),
  filename: z.string().optional(),
  status: z.string(),
  progress: z.number().catch(0),
  eta: z.number().optional(),
  output_width: z.number().optional(),
  output_height: z.number().optional(),
  creation_time: z.number().optional(),
  modification_time: z.number().optional(),
  credits: z.number().int().nonnegative().optional(),
})
/** What the product reads of a status; a vendor's new fields change nothing. */
export type TaskStatus = z.infer<typeof status>

const submitted = z.object({ process_id: z.string(), eta: z.number().optional() })
const page = z.object({
  data: z.array(status),
  pagination: z.object({ next_cursor: z.string().optional(), has_next_page: z.boolean() }).optional(),
})
/** The quick-start calls it `url`, every specification `download_url` (Topaz contract §4). */
const link = z.object({ download_url: z.string().optional(), url: z.string().optional() })
const estimated = z.object({ duration: z.number(), credits: z.number() })
const balance = z.object({
  available_credits: z.number(),
  reserved_credits: z.number(),
  total_credits: z.number(),
})

export interface TopazAccess {
  readonly apiKey: string
  /** Without a slash at the end; resellers proxy the same paths (Topaz contract §9.2). */
  readonly imageUrl: string
  readonly accountUrl: string
  readonly authHeader: string
  readonly pacer: RequestPacer
  readonly requestTimeoutMs: number
  readonly transferTimeoutMs: number
  /** After each call: whether the vendor answered, and not with a server error. */
  readonly onCall?: (isAnswered: boolean) => void
}

export type TopazClient = ReturnType<typeof createTopazClient>

const PAGE_SIZE = 100
/** A thousand jobs back; a lost answer is minutes old. */
const MAX_PAGES = 10
const NOTHING: AsyncIterable<string> = { async *[Symbol.asyncIterator]() {} }
/** Keys of before October 2024 are tokens of this form (Topaz contract §1). */
const OLD_KEY = /^eyJ/

export function createTopazClient(access: TopazAccess) {
  const { call, send } = createCaller(access)
  const image = (path: string) => `${access.imageUrl}/${path}`
  const pages = (signal: AbortSignal, most: number) => listPages(call, image('status'), signal, most)
  return {
    async submit(path: string, fields: TopazFields, file: SentFile, signal: AbortSignal) {
      if ((await stat(file.path)).size > PROVIDER_MAX_BYTES)
        throw topazError({ status: 413, vendorMessage: 'not sent: above the limit' })
      return read(submitted, await send(image(`${path}/async`), { fields, file }, signal))
    },
    takesTasks: (signal: AbortSignal) => takesTasks(call, image('enhance/async'), signal),
    status: async (id: string, signal: AbortSignal) => read(status, await call('GET', image(`status/${id}`), signal)),
    /** The newest job of this file that can still end well. */
    async findByFilename(name: string, signal: AbortSignal): Promise<TaskStatus | undefined> {
      for await (const jobs of pages(signal, MAX_PAGES)) {
        const found = jobs.filter((job) => job.filename === name && !['Failed', 'Cancelled'].includes(job.status))
        if (found.length > 0) return found.reduce((a, b) => ((b.creation_time ?? 0) > (a.creation_time ?? 0) ? b : a))
      }
      return undefined
    },
    /** Everything that the vendor still lists: seven days (Topaz contract §3). */
    async listTasks(signal: AbortSignal): Promise<TaskStatus[]> {
      const all: TaskStatus[] = []
      for await (const jobs of pages(signal, Number.POSITIVE_INFINITY)) all.push(...jobs)
      return all
    },
    /** False when the job is past the state in which it can be cancelled. */
    async cancel(id: string, signal: AbortSignal): Promise<boolean> {
      return call('DELETE', image(`cancel/${id}`), signal).then(
        () => true,
        (error: unknown) => {
          if (error instanceof TopazError && error.status === 409) return false
          throw error
        },
      )
    },
    /** The output as a file, whole by its announced length. Asks for a new address each time: one lives an hour. Throws TooLongError and StorageFullError. */
    async download(id: string, target: string, maxBytes: number, signal: AbortSignal): Promise<void> {
      const { download_url, url } = await read(
        link,
        await call('GET', image(`download/${id}`), signal, { step: 'downloadFailed' }),
      )
      const address = download_url ?? url
      if (!address || !isUsable(address, access.imageUrl))
        throw topazError({ status: undefined, vendorMessage: 'no usable download address' })
      await inTime(signal, access.transferTimeoutMs, (limited) => save(address, target, maxBytes, limited))
    },
    async estimate(isGenerative: boolean, fields: TopazFields, signal: AbortSignal) {
      return read(
        estimated,
        await call('POST', image(isGenerative ? 'estimate-gen' : 'estimate'), signal, { json: fields }),
      )
    },
    async balance(signal: AbortSignal) {
      const answer = await call('GET', `${access.accountUrl}/credits/balance`, signal)
      const { available_credits, reserved_credits, total_credits } = await read(balance, answer)
      return { available: available_credits, reserved: reserved_credits, total: total_credits }
    },
  }
}

/** By a submit of nothing, which no account is charged for: it is refused for its form, or for the account. */
async function takesTasks(
  call: ReturnType<typeof createCaller>['call'],
  address: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await call('POST', address, signal, { json: {} })
    return true
  } catch (error) {
    if (error instanceof TopazError && !error.isPassing) return !error.isOfAccount
    throw error
  }
}

/** Pages of the vendor's list, newest first; the first generation gives all at once. */
async function* listPages(
  call: ReturnType<typeof createCaller>['call'],
  address: string,
  signal: AbortSignal,
  most: number,
): AsyncGenerator<TaskStatus[]> {
  let cursor: string | undefined
  for (let n = 0; n < most; n += 1) {
    const query = new URLSearchParams({ paginated: 'true', limit: String(PAGE_SIZE), ...(cursor && { cursor }) })
    const answer = await read(z.union([page, z.array(status)]), await call('GET', `${address}?${query}`, signal))
    yield Array.isArray(answer) ? answer : answer.data
    cursor = Array.isArray(answer) ? undefined : answer.pagination?.next_cursor
    if (!cursor) return
  }
}

interface CallExtras {
  readonly json?: unknown
  readonly step?: TopazStep
}

/** Each call in its turn, with the key. */
function createCaller(access: TopazAccess) {
  const headers: Record<string, string> = OLD_KEY.test(access.apiKey)
    ? { Authorization: `Bearer ${access.apiKey}` }
    : { [access.authHeader]: access.apiKey }
  const call = async (method: string, address: string, signal: AbortSignal, { json, step }: CallExtras = {}) => {
    await access.pacer.turn(signal)
    const content: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
    const init = { method, headers: { ...headers, ...content }, redirect: 'error' as const }
    return answered(access, signal, step, access.requestTimeoutMs, async (limited) => {
      const answer = await fetch(address, {
        ...init,
        signal: limited,
        body: json === undefined ? null : JSON.stringify(json),
      })
      return { status: answer.status, text: await textOf(answer.body?.pipeThrough(new TextDecoderStream()) ?? NOTHING) }
    })
  }
  const send = async (address: string, form: Parameters<typeof sendForm>[2], signal: AbortSignal) => {
    await access.pacer.turn(signal)
    return answered(access, signal, 'startFailed', access.transferTimeoutMs, (limited) =>
      sendForm(address, headers, form, limited),
    )
  }
  return { call, send }
}

/** With a time limit; without an answer a TopazError without a status, and a stop of the run as it is. */
async function inTime<Result>(
  signal: AbortSignal,
  timeoutMs: number,
  send: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  try {
    return await send(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TooLongError || error instanceof StorageFullError) throw error
    throw topazError({ status: undefined, vendorMessage: 'no answer', cause: codeOf(error) })
  }
}

async function answered(
  { onCall }: TopazAccess,
  signal: AbortSignal,
  step: TopazStep | undefined,
  timeoutMs: number,
  send: (limited: AbortSignal) => Promise<FormAnswer>,
): Promise<FormAnswer> {
  const answer = await inTime(signal, timeoutMs, send).catch((error: unknown) => {
    if (error instanceof TopazError) onCall?.(false)
    throw error
  })
  onCall?.(answer.status < 500)
  if (answer.status >= 200 && answer.status < 300) return answer
  throw topazError({ status: answer.status, vendorMessage: messageIn(answer.text), step })
}

function read<Shape extends z.ZodType>(shape: Shape, answer: FormAnswer): z.infer<Shape> {
  const parsed = shape.safeParse(jsonOf(answer.text))
  if (parsed.success) return parsed.data
  // A truncated or foreign answer says nothing about the job: treated as none.
  throw topazError({ status: undefined, vendorMessage: `unreadable answer of status ${answer.status}` })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The system's code alone: messages of the runtime may hold addresses. */
function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return cause?.code ?? name ?? 'unknown'
}

/** Never weaker than the vendor's own address. */
const isUsable = (address: string, imageUrl: string): boolean =>
  URL.canParse(address) && ['https:', new URL(imageUrl).protocol].includes(new URL(address).protocol)

async function save(address: string, target: string, maxBytes: number, signal: AbortSignal): Promise<void> {
  const answer = await fetch(address, { signal })
  if (!answer.ok || !answer.body) throw new Error(`store answered ${answer.status}`)
  const announced = Number(answer.headers.get('content-length') ?? Number.NaN)
  const { body } = answer
  await refusingWhenFull(() => pipeline(partsUpTo(body, maxBytes), createWriteStream(target), { signal }))
  const { size } = await stat(target)
  if (Number.isFinite(announced) && announced !== size && !answer.headers.get('content-encoding'))
    throw new Error(`${size} of ${announced} bytes came`)
}
