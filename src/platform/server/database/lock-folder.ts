// The embedded database has no lock of its own: two processes that open one folder silently lose rows (measured).
// A bound local socket is the lock, because the system releases it with the process, also after kill -9.
import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FolderLock {
  release(): Promise<void>
}

/** Another process of this machine has the folder open. */
export class FolderLockedError extends Error {
  readonly folder: string

  constructor(folder: string) {
    super(`The data folder ${folder} is already in use by another running process.`)
    this.name = 'FolderLockedError'
    this.folder = folder
  }
}

/** Takes the lock or throws FolderLockedError; the folder must exist. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const lock = await lockName(realpathSync(folder))
  if (!lock) throw new FolderLockedError(folder)
  return lock
}

/** A lock on anything that processes of this machine do one at a time; undefined while another one holds it. */
export async function lockName(name: string): Promise<FolderLock | undefined> {
  const address = lockAddress(name)
  const server = (await bindFree(address)) ?? (await takeOver(address))
  server?.unref()
  return server && { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Its holder has gone: a moment ago, or long ago where sockets are files, which stay. */
async function takeOver(address: string): Promise<Server | undefined> {
  if (await isAnswered(address)) return undefined
  if (process.platform !== 'linux' && process.platform !== 'win32') rmSync(address, { force: true })
  return bindFree(address)
}

function lockAddress(locked: string): string {
  const name = `huanying-${createHash('sha256').update(locked).digest('hex').slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

/** Undefined where the address is taken. */
function bindFree(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server))
  })
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
