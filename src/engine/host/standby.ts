// One child per kind of task that has loaded its code and waits, so that a call does not wait for a process to start (measured with
// bench/web-overhead.ts: a run's overhead 155 ms at the median, 850 ms while its child still loads). Every child still gets one task only: the one that was taken is replaced by a new one.
import { type ChildKind, type StartedChild, startChild } from './start-child.ts'

export interface Standby {
  /** The waiting child, or a new one; the next starts at once when standing by is on. */
  take(kind: ChildKind): StartedChild
  /** Starts a child of this kind unless one waits already; nothing when standing by is off. */
  warm(kind: ChildKind): void
  /** Ends whatever waits; later calls still work, without standing by. */
  close(): void
}

interface Waiting {
  readonly child: StartedChild
  /** Ends it. */
  readonly idle: NodeJS.Timeout
}

/** After this long without a task a waiting child gives its memory back. */
const IDLE_MS = 600_000

export function createStandby(isOn: boolean): Standby {
  const waiting = new Map<ChildKind, Waiting>()
  let isOpen = isOn
  const warm = (kind: ChildKind) => {
    if (!isOpen || waiting.has(kind)) return
    const child = startChild(kind)
    // TRAP: it holds the child with its channel, so it goes when the child is taken: each would stay for ten minutes after its end (measured: 304 of them).
    const idle = setTimeout(() => child.process.kill('SIGKILL'), IDLE_MS).unref()
    waiting.set(kind, { child, idle })
    setReferenced(child, false)
    const forget = () => {
      clearTimeout(idle)
      if (waiting.get(kind)?.child === child) waiting.delete(kind)
    }
    child.process.once('exit', forget).once('error', forget)
  }
  return {
    warm,
    take(kind) {
      const { child, idle } = waiting.get(kind) ?? {}
      clearTimeout(idle)
      waiting.delete(kind)
      // After the task is on its way: starting a process holds this one up for some milliseconds.
      setImmediate(() => warm(kind))
      if (!child?.process.connected) return startChild(kind)
      setReferenced(child, true)
      return child
    },
    close() {
      isOpen = false
      for (const { child } of waiting.values()) child.process.kill('SIGKILL')
      waiting.clear()
    },
  }
}

/** A child that only waits must not keep its parent alive. */
function setReferenced({ process: child }: StartedChild, isReferenced: boolean): void {
  const act = isReferenced ? 'ref' : 'unref'
  child[act]()
  child.channel?.[act]()
  const stderr = child.stderr as (typeof child.stderr & { ref?(): void; unref?(): void }) | null
  stderr?.[act]?.()
}
