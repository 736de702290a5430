// The folder of the embedded database, written through to the disk. TRAP: PGlite starts PostgreSQL with fsync off, and its file system of a folder
// answers fsync without a system call, so commits stayed in the page cache for up to half a minute: a power cut lost them
// (power-cut.test.ts, decision 0194).
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface OpenFile {
  /** The system's number of the file. */
  readonly nfd: number
}
interface FolderSystem {
  readonly stream_ops: { fsync?(file: OpenFile): number }
}

/** For `PGlite.create` with this folder. */
export const SYNCED_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // The WAL too: PostgreSQL's usual fdatasync does not reach the file system of the folder, fsync does.
  ...['-c', 'wal_sync_method=fsync'],
]

export class SyncedFolder extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun: typeof emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }) => {
        const { stream_ops } = NODEFS as unknown as FolderSystem
        stream_ops.fsync = ({ nfd }) => {
          fsyncSync(nfd)
          return 0
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

/** Everything in a folder, itself included: a new database is written without fsync. */
export function syncWhole(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncWhole(path)
    else if (entry.isFile()) syncOne(path)
  }
  syncOne(folder)
}

function syncOne(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
