// Reads the multipart form of a call to disk (Topaz contract §1 "Body encoding", "Request size"): fields as text, at most one file.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>
  readonly file?: { readonly name: string; readonly type: string; readonly path: string; readonly sizeBytes: number }
  /** §1: 413 above the limit. */
  readonly isTooLarge: boolean
}

export async function receiveForm(request: IncomingMessage, folder: string, maxBytes: number): Promise<ReceivedForm> {
  if (request.headers['content-type']?.startsWith('application/json')) return receiveJson(request)
  const parser = new Busboy({ headers: request.headers as BusboyHeaders, limits: { fileSize: maxBytes } })
  const fields: Record<string, string> = {}
  const writing: Promise<unknown>[] = []
  let file: ReceivedForm['file']
  let isTooLarge = Number(request.headers['content-length'] ?? 0) > maxBytes
  parser.on('field', (name, value) => {
    fields[name] = value
  })
  parser.on('file', (_name, stream, filename, _encoding, mimeType) => {
    parser.once('error', () => stream.destroy())
    const path = join(folder, randomUUID())
    const target = createWriteStream(path)
    const written = pipeline(stream, target).then(() => {
      file = { name: filename ?? '', type: mimeType, path, sizeBytes: target.bytesWritten }
      if (stream.truncated) isTooLarge = true
    })
    // A client that is gone makes the form fail before anybody waits for its file.
    written.catch(() => {})
    writing.push(written)
  })
  await pipeline(request, parser)
  await Promise.all(writing)
  return { fields, ...(file && { file }), isTooLarge }
}

async function receiveJson(request: IncomingMessage): Promise<ReceivedForm> {
  const body = JSON.parse(await textOf(request)) as Record<string, unknown>
  return { fields: asTexts(body), isTooLarge: false }
}

/** Settings are string-typed (§1 "Booleans and numbers in forms"). */
export const asTexts = (body: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
