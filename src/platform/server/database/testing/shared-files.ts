// The files of a test's embedded database in memory, shared by all databases of this process until one writes: each copies a file when it first
// does. Unpacking 43 MB for each costs three quarters of its opening.
import { MemoryFS } from '@electric-sql/pglite'

/** Folders end with a slash; a folder comes before what lies in it. */
export type TemplateFiles = ReadonlyMap<string, Uint8Array>

/** Where PGlite has its data. */
const DATA = '/pglite/data'
const BLOCK = 512
/** Fields of a header: where a field lies and how long it is. */
const NAME = [0, 100] as const
const SIZE = [124, 12] as const
const TYPE = [156, 1] as const
const PREFIX = [345, 155] as const
const FOLDER = '5'

/** Files and folders of an uncompressed tar archive. */
export function filesOfTar(tar: Uint8Array): TemplateFiles {
  const files = new Map<string, Uint8Array>()
  const field = (header: Uint8Array, [at, length]: readonly [number, number]) =>
    new TextDecoder().decode(header.subarray(at, at + length)).replace(/\0.*$/s, '')
  for (let at = 0; at < tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK)
    const size = Number.parseInt(field(header, SIZE), 8)
    const path = [field(header, PREFIX), field(header, NAME)].filter(Boolean).join('/').replace(/\/*$/, '')
    const start = at + BLOCK
    files.set(field(header, TYPE) === FOLDER ? `${path}/` : path, tar.subarray(start, start + size))
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

interface Node {
  contents: Uint8Array
  usedBytes: number
  stream_ops: StreamOperations
}
interface StreamOperations {
  write(stream: { readonly node: Node }, ...rest: unknown[]): number
}

export class SharedFiles extends MemoryFS {
  readonly #files: TemplateFiles

  constructor(files: TemplateFiles) {
    super()
    this.#files = files
  }

  /** When the file system is there and no database yet. */
  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    FS.mkdirTree(DATA)
    let shared: StreamOperations | undefined
    for (const [path, bytes] of this.#files) {
      if (path.endsWith('/')) FS.mkdirTree(`${DATA}/${path}`)
      else {
        const node = FS.create(`${DATA}/${path}`, 0o600) as unknown as Node
        shared ??= copiedBeforeWrite(node.stream_ops)
        Object.assign(node, { contents: bytes, usedBytes: bytes.length, stream_ops: shared })
      }
    }
  }
}

/** What changes a file otherwise (cutting it) puts new bytes in the place of the old. TRAP: `slice` of a Buffer copies nothing. */
function copiedBeforeWrite(own: StreamOperations): StreamOperations {
  const copied = new WeakSet<Node>()
  return {
    ...own,
    write: (stream, ...rest) => {
      const { node } = stream
      if (!copied.has(node)) node.contents = new Uint8Array(node.contents)
      copied.add(node)
      return own.write(stream, ...rest)
    },
  }
}
