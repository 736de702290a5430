// How a command on the same machine reaches the running service that owns the embedded database: a socket in the data folder, which only the
// owner of that folder can open. One JSON line asks, one answers.
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A question is a few words, an answer at most a page of them. */
const LINE_MAX_CHARACTERS = 16_384
const IDLE_MS = 30_000

export type ControlHandler = (words: readonly string[]) => Promise<unknown>

export interface ControlSocket {
  close(): Promise<void>
}

const addressIn = (folder: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\${join(folder, 'control').replaceAll(/[\\/:]/g, '-')}`
    : join(folder, 'control.sock')

/**
 * The caller must own the folder (lock-folder.ts), so a socket file found there belongs to a dead process.
 * @throws the system's error, for example where the folder's file system has no sockets or its path is above 100 bytes
 */
export async function openControlSocket(folder: string, answer: ControlHandler): Promise<ControlSocket> {
  const address = addressIn(folder)
  rmSync(address, { force: true })
  const server = createServer((socket) => void answerOne(socket, answer))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  server.unref()
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function answerOne(socket: Socket, answer: ControlHandler): Promise<void> {
  socket.setTimeout(IDLE_MS, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  const line = await firstLine(socket)
  if (line === undefined) return
  socket.setTimeout(0) // a backup takes its time
  socket.end(`${JSON.stringify(await resultOf(line, answer))}\n`)
}

async function resultOf(line: string, answer: ControlHandler): Promise<{ value: unknown } | { error: string }> {
  try {
    return { value: await answer(wordsIn(line)) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function wordsIn(line: string): string[] {
  const words: unknown = JSON.parse(line)
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) throw new Error('not a list of words')
  return words
}

/**
 * What the service's handler answered; undefined when no service runs on this folder.
 * @throws Error with the message of what the handler threw
 */
export async function askControlSocket(folder: string, words: readonly string[]): Promise<unknown> {
  const socket = await connected(addressIn(folder))
  if (!socket) return undefined
  socket.write(`${JSON.stringify(words)}\n`)
  const line = await firstLine(socket)
  socket.destroy()
  if (line === undefined) throw new Error('The running service did not answer.')
  const { value, error } = JSON.parse(line) as { value?: unknown; error?: string }
  if (error !== undefined) throw new Error(error)
  return value
}

function connected(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

/** Undefined when the other side ends first or sends too much. */
function firstLine(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    let size = 0
    socket.on('data', (chunk) => {
      size += chunk.length
      if (size > LINE_MAX_CHARACTERS) socket.destroy()
    })
    createInterface({ input: socket }).once('line', resolve)
    socket.once('close', () => resolve(undefined))
  })
}
