// What reaches the disk under an embedded database, call by call, and what a power cut at any of these calls may leave of it.
// The disk of the model keeps changes of names and sizes in their order and those of a file's bytes in none, as journals do: what was synced is
// there, and of what was not, any 4 KB block may be or not.
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { SyncedFolder } from '../synced-folder.ts'

const BLOCK_BYTES = 4096

export type DiskCall =
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'make'; readonly path: string; readonly isFolder: boolean }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'cut'; readonly path: string; readonly sizeBytes: number }

interface Node {
  readonly name: string
  readonly parent: Node
  readonly mount: { readonly opts: { readonly root: string } }
  readonly mode: number
}
interface File {
  readonly node: Node
  readonly nfd: number
  readonly position: number
}
/** The file system that a folder is mounted with: what it does by the name of the call. */
type Calls = Record<string, (...given: never[]) => unknown>
interface FolderSystem {
  realPath(node: Node): string
  readonly node_ops: Calls
  readonly stream_ops: Calls
}
const FOLDER_MODE = 0o040000
const KIND_OF_MODE = 0o170000
const TRUNCATES = 0o1000

/** Calls the system as the synced folder does and writes down what changes the disk. */
export class RecordedFolder extends SyncedFolder {
  readonly calls: DiskCall[] = []
  readonly #root: string

  constructor(root: string) {
    super(root)
    this.#root = root
  }

  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const record: NonNullable<typeof emscriptenOpts.preRun>[number] = ({ NODEFS }) =>
      this.#record(NODEFS as unknown as FolderSystem)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), record] } }
  }

  #record(system: FolderSystem): void {
    const pathOf = (node: Node, name = '') => relative(this.#root, join(system.realPath(node), name))
    const before = (calls: Calls, name: string, note: (...given: never[]) => void) => {
      const call = calls[name]!
      calls[name] = (...given) => {
        note(...given)
        return call(...given)
      }
    }
    const { node_ops, stream_ops } = system
    before(stream_ops, 'write', ({ node }: File, memory: Uint8Array, offset: number, length: number, at: number) => {
      const bytes = Uint8Array.from(memory.subarray(offset, offset + length))
      this.calls.push({ kind: 'write', path: pathOf(node), at, bytes })
    })
    before(stream_ops, 'fsync', ({ node }: File) => this.calls.push({ kind: 'sync', path: pathOf(node) }))
    before(stream_ops, 'open', ({ node, flags }: File & { readonly flags: number }) => {
      if (flags & TRUNCATES) this.calls.push({ kind: 'cut', path: pathOf(node), sizeBytes: 0 })
    })
    const cut = (node: Node, { size }: { readonly size?: number }) => {
      if (size !== undefined) this.calls.push({ kind: 'cut', path: pathOf(node), sizeBytes: size })
    }
    before(stream_ops, 'setattr', ({ node }: File, attributes: { readonly size?: number }) => cut(node, attributes))
    before(node_ops, 'setattr', cut)
    before(node_ops, 'mknod', (parent: Node, name: string, mode: number) => {
      const isFolder = (mode & KIND_OF_MODE) === FOLDER_MODE
      this.calls.push({ kind: 'make', path: pathOf(parent, name), isFolder })
    })
    before(node_ops, 'rename', (node: Node, parent: Node, name: string) => {
      this.calls.push({ kind: 'move', path: pathOf(node), to: pathOf(parent, name) })
    })
    for (const name of ['unlink', 'rmdir'])
      before(node_ops, name, (parent: Node, removed: string) => {
        this.calls.push({ kind: 'remove', path: pathOf(parent, removed) })
      })
  }
}

/**
 * `folder` as the disk has it after a cut behind the first `count` calls, laid over a copy of `start`. `random` gives numbers from 0 to 1 and decides
 * what of the rest has reached the disk.
 */
export function layAfterCut(
  start: string,
  folder: string,
  calls: readonly DiskCall[],
  count: number,
  random: () => number,
): void {
  cpSync(start, folder, { recursive: true })
  const made = calls.slice(0, count)
  const lastSync = made.findLastIndex(({ kind }) => kind === 'sync')
  const namesUntil = lastSync + Math.floor(random() * (made.length - lastSync))
  made.forEach((call, at) => {
    if (call.kind === 'write') writeBlocks(folder, call, isSyncedLater(made, at), random)
    else if (at <= namesUntil) changeName(folder, call)
  })
}

/** By the same name: a file of the database keeps it while its bytes are not synced (WAL segments are renamed when they are). */
function isSyncedLater(made: readonly DiskCall[], at: number): boolean {
  const { path } = made[at]!
  return made.some((call, later) => later > at && call.kind === 'sync' && call.path === path)
}

function writeBlocks(
  folder: string,
  { path, at, bytes }: Extract<DiskCall, { kind: 'write' }>,
  isWhole: boolean,
  random: () => number,
): void {
  const target = join(folder, path)
  if (!existsSync(target)) return
  const file = openSync(target, 'r+')
  try {
    for (let from = 0; from < bytes.length; ) {
      const to = Math.min(bytes.length, from + BLOCK_BYTES - ((at + from) % BLOCK_BYTES))
      if (isWhole || random() < 0.5) writeSync(file, bytes, from, to - from, at + from)
      from = to
    }
  } finally {
    closeSync(file)
  }
}

function changeName(folder: string, call: Exclude<DiskCall, { kind: 'write' }>): void {
  const path = join(folder, call.path)
  if (call.kind === 'make') {
    mkdirSync(call.isFolder ? path : dirname(path), { recursive: true })
    if (!call.isFolder) writeFileSync(path, '')
  }
  if (call.kind === 'move') renameSync(path, join(folder, call.to))
  if (call.kind === 'remove') rmSync(path, { recursive: true, force: true })
  if (call.kind === 'cut' && existsSync(path)) truncateSync(path, call.sizeBytes)
}
