// The heap of a running process over its inspector: collected, taken as a snapshot, counted by class.
import { writeFileSync } from 'node:fs'

export interface Inspector {
  call(method: string, params?: object): Promise<Record<string, unknown>>
  onEvent(method: string, listener: (params: Record<string, unknown>) => void): void
  close(): void
}
/** Bytes and objects of each class. */
export type HeapByClass = ReadonlyMap<string, { readonly bytes: number; readonly count: number }>

interface Snapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}
const SHOWN = 8

export async function openInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ]
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (result: Record<string, unknown>) => void>()
  const listeners = new Map<string, (params: Record<string, unknown>) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result } = JSON.parse(data as string)
    if (method) listeners.get(method)?.(params)
    else waiting.get(id)?.(result)
  })
  return {
    call: (method, params = {}) =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        socket.send(JSON.stringify({ id: lastId, method, params }))
      }),
    onEvent: (method, listener) => void listeners.set(method, listener),
    close: () => socket.close(),
  }
}

/** Answers what is in use afterwards. */
export async function collectGarbage(inspector: Inspector): Promise<number> {
  for (let times = 0; times < 3; times += 1) await inspector.call('HeapProfiler.collectGarbage')
  const { usedSize } = await inspector.call('Runtime.getHeapUsage')
  return Number(usedSize)
}

/** `file` keeps the snapshot for DevTools, where what holds an object is seen. */
export async function readHeap(inspector: Inspector, file?: string): Promise<HeapByClass> {
  const chunks: string[] = []
  inspector.onEvent('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void chunks.push(String(chunk)))
  await inspector.call('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  const text = chunks.join('')
  if (file) writeFileSync(file, text)
  return countByClass(JSON.parse(text) as Snapshot)
}

function countByClass({ snapshot, nodes, strings }: Snapshot): HeapByClass {
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [typeAt, nameAt, sizeAt] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  const classes = new Map<string, { bytes: number; count: number }>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt]!]!
    // A text's name is the text itself.
    const name = type === 'object' || type === 'closure' ? `${type} ${strings[nodes[at + nameAt]!]}` : type
    const found = classes.get(name) ?? { bytes: 0, count: 0 }
    found.bytes += nodes[at + sizeAt]!
    found.count += 1
    classes.set(name, found)
  }
  return classes
}

/** How much the whole grew, as a share, and the classes that grew most. */
export function compareHeaps(before: HeapByClass, after: HeapByClass): { growth: number; lines: string[] } {
  const whole = (heap: HeapByClass) => [...heap.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  const grown = [...after].map(([name, { bytes, count }]) => {
    const old = before.get(name) ?? { bytes: 0, count: 0 }
    return { name, bytes: bytes - old.bytes, count: count - old.count }
  })
  const lines = grown
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, SHOWN)
    .map(({ name, bytes, count }) => `  ${(bytes / 1024).toFixed(0).padStart(7)} KB, ${count} more: ${name}`)
  return { growth: whole(after) / whole(before) - 1, lines }
}
