// A multipart form with one file, streamed from disk with its length announced, so that memory stays flat whatever the picture weighs.
// TRAP: `fetch` with a form throws outside of every promise when the server answers before it has read the body, as it does for a refused
// key (undici, Node 24): the process would end.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TopazFields } from './topaz-models.ts'

export interface SentFile {
  readonly path: string
  /** Ours, in ASCII: the only key by which a lost answer is found again (Topaz contract §7). */
  readonly name: string
  readonly type: string
}

export interface FormAnswer {
  readonly status: number
  readonly text: string
}

/** The list of seven days' tasks, which the first generation gives at once, at 400 characters a task: 40,000 tasks. */
const MAX_ANSWER_CHARS = 16_000_000

export async function sendForm(
  address: string,
  headers: Readonly<Record<string, string>>,
  { fields, file }: { readonly fields: TopazFields; readonly file: SentFile },
  signal: AbortSignal,
): Promise<FormAnswer> {
  const boundary = `----${randomUUID()}`
  const head = Buffer.from(headOf(boundary, fields, file))
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const { size } = await stat(file.path)
  const { request: open } = address.startsWith('https:') ? https : http
  const request = open(address, {
    method: 'POST',
    signal,
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  })
  const answered = answerOf(request)
  // A line that breaks while it is written is the request's own error; one that breaks after the answer is nobody's.
  pipeline(Readable.from(bytesOf(head, file.path, tail)), request).catch(() => {})
  try {
    const answer = await answered
    return { status: answer.statusCode ?? 0, text: await textOf(answer.setEncoding('utf8')) }
  } finally {
    // A refused upload need not send the rest.
    if (!request.writableFinished) request.destroy()
  }
}

const headOf = (boundary: string, fields: TopazFields, file: SentFile): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`,
  ].join('')

async function* bytesOf(head: Buffer, path: string, tail: Buffer) {
  yield head
  yield* createReadStream(path)
  yield tail
}

const answerOf = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.on('error', reject)
  })

/** What is longer is cut off, and so unreadable. */
export async function textOf(body: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of body) {
    text += chunk
    if (text.length > MAX_ANSWER_CHARS) break
  }
  return text
}
