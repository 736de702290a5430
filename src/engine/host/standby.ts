// One idle child per kind of task with its code loaded, so that a call does not wait for a process to start (measured with
// bench/web-overhead.ts: a run's overhead 155 ms at the median, 850 ms while its child still loads). Every child still gets one task only, and a new one replaces it.
import { removeRoom } from './child-room.ts'
import { type ChildKind, type StartedChild, startChild } from './start-child.ts'

export interface Standby {
  /** The waiting child, or a new one; the next starts at once when standby is on. */
  take(kind: ChildKind): StartedChild
  /** Starts a child of this kind unless one waits already; does nothing when standby is off. */
  warm(kind: ChildKind): void
  /** Ends the waiting children; later calls still work, without standby. */
  close(): void
}

interface Waiting {
  readonly child: StartedChild
  /** Ends it. */
  readonly idle: NodeJS.Timeout
}

/** After this long without a task a waiting child is ended to free its memory. */
const IDLE_MS = 600_000

export function createStandby(isOn: boolean): Standby {
  const waiting = new Map<ChildKind, Waiting>()
  let isOpen = isOn
  const warm = (kind: ChildKind) => {
    if (!isOpen || waiting.has(kind)) return
    const child = startUnasked(kind)
    if (!child) return
    // TRAP: the timer references the child and its channel, so it is cleared when the child is taken: else each stays for ten minutes after its exit
    // (measured: 304 of them).
    const idle = setTimeout(() => child.process.kill('SIGKILL'), IDLE_MS).unref()
    waiting.set(kind, { child, idle })
    setReferenced(child, false)
    const forget = () => {
      clearTimeout(idle)
      if (waiting.get(kind)?.child !== child) return
      waiting.delete(kind)
      if (child.room) removeRoom(child.room)
    }
    child.process.once('exit', forget).once('error', forget)
  }
  return {
    warm,
    take(kind) {
      const { child, idle } = waiting.get(kind) ?? {}
      clearTimeout(idle)
      waiting.delete(kind)
      // After the task is sent: starting a process blocks this one for some milliseconds.
      setImmediate(() => warm(kind))
      if (!child?.process.connected) {
        if (child?.room) removeRoom(child.room)
        return startChild(kind)
      }
      setReferenced(child, true)
      return child
    },
    close() {
      isOpen = false
      for (const { child } of waiting.values()) {
        child.process.kill('SIGKILL')
        if (child.room) removeRoom(child.room)
      }
      waiting.clear()
    },
  }
}

/** On a full disk there is no room for it (child-room.ts): the call that needs one says so, and nobody asked for this one. */
function startUnasked(kind: ChildKind): StartedChild | undefined {
  try {
    return startChild(kind)
  } catch {
    return undefined
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
