// The faults that a test wants (Topaz contract §12 "Fault script"). A step waits for calls that match and is used up by them.

export interface JobFault {
  /** Ends as Failed when its progress reaches this. */
  readonly failsAt?: number
  readonly neverEnds?: boolean
  /** Each look shows less progress than the one before. */
  readonly runsBackwards?: boolean
  /** A status that no document knows, while it runs. */
  readonly oddStatus?: string
  /** Reported instead of the true end: this long after it, or before it. */
  readonly etaShiftSeconds?: number
  /** The answer has this size instead of the one that was asked for. */
  readonly wrongSize?: { readonly width: number; readonly height: number }
  /** The simulated work takes this many seconds. */
  readonly durationSeconds?: number
}

export interface Fault {
  /** Answers this status instead of working. */
  readonly status?: number
  /** Real milliseconds before anything else. */
  readonly delayMs?: number
  /** Cuts the connection: before the call is worked on, or after it without an answer. */
  readonly reset?: 'before' | 'after'
  /** An HTML page, as gateways write it; status 502 unless one is given. */
  readonly html?: boolean
  readonly contentType?: string
  /** JSON cut in its middle, announced as whole. */
  readonly truncated?: boolean
  /** A picture: these bytes only, then the connection is cut. */
  readonly cutAtBytes?: number
  /** A picture: its bytes are noise from the middle on. */
  readonly corrupt?: boolean
  /** A picture: without a length, and followed by zeros until the caller goes. */
  readonly endless?: boolean
  readonly bytesPerSecond?: number
  /** A submit: accepted only so many real milliseconds after its last byte, even if the caller has gone. */
  readonly takenAfterMs?: number
  /** A submit: what becomes of the job. */
  readonly job?: JobFault
}

export interface ScriptStep {
  /** Any when absent. */
  readonly method?: string
  /** Part of the path; any when absent. */
  readonly path?: string
  /** Calls that pass before the step begins. */
  readonly skip?: number
  /** How many calls it meets; one when absent. */
  readonly times?: number
  readonly fault: Fault
}

export interface FaultScript {
  add(...steps: ScriptStep[]): void
  take(method: string, path: string): Fault | undefined
  clear(): void
}

export function createFaultScript(): FaultScript {
  let open: { step: ScriptStep; skip: number; left: number }[] = []
  return {
    add: (...steps) => void open.push(...steps.map((step) => ({ step, skip: step.skip ?? 0, left: step.times ?? 1 }))),
    take(method, path) {
      const found = open.find(
        ({ step }) => (step.method ?? method) === method && (step.path === undefined || path.includes(step.path)),
      )
      if (!found) return undefined
      if (found.skip > 0) {
        found.skip -= 1
        return undefined
      }
      found.left -= 1
      if (found.left <= 0) open = open.filter((entry) => entry !== found)
      return found.step.fault
    },
    clear: () => {
      open = []
    },
  }
}
