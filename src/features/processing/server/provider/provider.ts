// The provider port: whoever turns one picture into another, the local engine or a remote service (architecture §5).
// Every provider passes provider.conformance.ts. A run demands the proof that its credits are held.

import type { Engine, EngineReport, KeepRequest, KeptFacts } from '#engine/engine-types.ts'
import type { CreditHold } from '#features/credits/server/hold-credits.ts'
import type { Recipient } from '#rulebook/runs/provider-consent.ts'
import type { FailureKind } from '#rulebook/runs/provider-failures.ts'
import type { ToolKey } from '#rulebook/tools/model.ts'
import type { Size } from '#rulebook/tools/output-height.ts'
import type { ParameterKey, ParameterValues } from '#rulebook/tools/parameter.ts'

export interface ProviderCapabilities {
  /** Parameters that cannot be honoured here, with the reason that the consumer reads; such a start is refused. */
  readonly unsupportedParams: Readonly<Partial<Record<ParameterKey, string>>>
  /** The largest result for this many of our credits; absent where no result costs the operator more than another. */
  readonly maxOutputPx?: (tool: ToolKey, credits: number) => number
}

/** What a run would be there. */
export interface EstimateRequest {
  readonly modelKey: string
  readonly params: ParameterValues
  readonly input: Size
  readonly output: Size
}

/** A run as our own measurements know it: its model, its picture's pixels, and how much larger its result is. */
export interface MeasuredRun {
  readonly modelKey: string
  readonly megapixels: number
  /** Absent: automatic. */
  readonly factor?: number | undefined
}

/** One run. All paths are files of the caller's temporary folder; those of the outcome do not exist yet. */
export interface ProviderRequest extends KeepRequest {
  readonly modelKey: string
  readonly params: ParameterValues
  readonly sourcePath: string
  /** A PNG of full size is written here (C-37). */
  readonly resultPath: string
  readonly thumbnailPath: string
  /** A picture that any browser can show. */
  readonly viewPath: string
}

export interface ProviderProgress {
  /** A key of the rulebook's stage texts. */
  readonly stage: string
  /** 0–1 of the whole run; never falls. */
  readonly fraction: number
}

/** What a provider keeps between two attempts at one job, so that a remote service is not paid twice. */
export interface ProviderMemory {
  readonly remoteTaskId?: string
  /** Set before a task is sent: without an id beside it, the service may have it or not. */
  readonly isSubmitting?: boolean
  /** What the service took for it, in its own credits; also where the run ended without a result. */
  readonly vendorCredits?: number
}

export interface ProviderRun {
  /** The provider gives up within a second and throws. The message of its reason is `cancelled`, `timeout`, `stopping` or `lost`. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  onProgress(progress: ProviderProgress): void
  readonly remembered: ProviderMemory
  /** Resolves when the step is stored. */
  remember(step: ProviderMemory): Promise<void>
}

export interface ProviderOutcome {
  readonly width: number
  readonly height: number
  readonly inputHeight: number
  readonly viewMimeType: 'image/jpeg' | 'image/png'
  readonly seconds: number
  readonly report?: EngineReport
  /** What the result took over from its source; absent where nobody looked. */
  readonly kept?: KeptFacts
}

/** Balance of an account elsewhere, in the vendor's own credits. */
export interface VendorBalance {
  readonly available: number
  /** For tasks that are under way. */
  readonly reserved: number
}

/** A task of the account, as the vendor lists it. */
export interface VendorTask {
  /** Run that it was sent for; undefined: not one of ours. */
  readonly jobId: string | undefined
  readonly isPaid: boolean
  readonly credits: number
  readonly endedAtMs: number | undefined
}

/** An account elsewhere that may be refused: without key, right, plan or credits (P-33, C-57). */
export interface ProviderGate {
  /** Whether there is an account at all. */
  readonly isConfigured: boolean
  /** The consumer's code while nothing may be sent: starts are refused with it, and what waits keeps waiting with its hold. */
  refusal(): Promise<GateRefusal | undefined>
  /** Nothing was answered there for minutes. Starts are taken all the same: it passes; where the operator allows it, our engine is offered (decision 0067). */
  isAway(): Promise<boolean>
  /** Asks a closed account, now and then, whether it is well again. */
  recheck(): Promise<void>
  /** As the vendor tells it, at most a minute old; undefined while nobody can tell. */
  balance(): Promise<VendorBalance | undefined>
  /** Every task of the last days. Rejects while the vendor does not answer. */
  tasks(): Promise<readonly VendorTask[]>
}
export type GateRefusal = 'provider-key' | 'provider-quota'

export interface Provider {
  readonly name: string
  /** What the record says who did the work; nobody's work is passed off as another's (C-50, P-33). */
  readonly aiService: 'topaz' | 'local' | 'scripted'
  readonly capabilities: ProviderCapabilities
  /** Who receives the pictures, outside the operator's machines: nothing starts without the person's consent. Absent where they stay. */
  readonly recipient?: Recipient
  /** How many runs one process hands over at a time; absent where they compute on this machine. */
  readonly parallelRuns?: number
  /** Begins nothing without the proof of held credits. Throws ProviderError (a provider's own words) or EngineError (a code). */
  process(hold: CreditHold, request: ProviderRequest, run: ProviderRun): Promise<ProviderOutcome>
  /** How long a run would take, as the provider tells before it begins; undefined while it cannot. Never rejects. */
  estimateSeconds?(request: EstimateRequest): Promise<number | undefined>
  /** What such a run took where it was measured; undefined for what was not. Absent where only runs can tell. */
  measuredSeconds?(run: MeasuredRun): Promise<number | undefined>
  /** A free look at one spot of a run. Absent where it would cost what the run costs. */
  readonly drawPatch?: Engine['drawPatch']
  /**
   * Asked before a running job is stopped for its consumer. False: too late, the work is done and paid, so the run goes on and its
   * result is delivered. Throws while nobody can tell. Absent where a stop costs nothing.
   */
  cancel?(jobId: string, remembered: ProviderMemory): Promise<boolean>
  /**
   * Called by whoever ends a job without a result: cancels what its attempts left there, as far as possible.
   * Never rejects. Absent where nothing can be left.
   */
  abandon?(jobId: string, remembered: ProviderMemory): Promise<void>
  /** Results that come after their run's end. Absent where nothing goes on without its run. */
  readonly late?: LateResults
  /** Why nothing can be sent to it now; absent where there is nothing to send. */
  readonly gate?: ProviderGate
}

/** A task that its run no longer waits for: it is paid as soon as it ends, so its result belongs to its owner, free of charge (C-13). */
export interface LateResults {
  /** After the run's end; no task of its model ends later. */
  watchMs(modelKey: string): number
  /** The longest of these. */
  readonly longestMs: number
  /** How long the provider keeps what it has finished. */
  readonly keptMs: number
  /** Whether there is something to fetch; what has not begun is stopped. Rejects while nobody can tell. */
  look(remembered: ProviderMemory, signal: AbortSignal): Promise<'running' | 'ready' | 'gone'>
  /** As `process` leaves it. Needs no proof of held credits: nothing is computed and nothing is charged. */
  fetch(request: ProviderRequest, remembered: ProviderMemory, signal: AbortSignal): Promise<LateOutcome>
}
export type LateOutcome = ProviderOutcome & Pick<ProviderMemory, 'vendorCredits'>

/** The account was refused while the provider has the task, or just after it was tried again: the job waits with its hold until the account is well again. */
export class ProviderClosedError extends Error {
  constructor(cause: unknown) {
    super('the account is refused; the run waits until it is well again', { cause })
    this.name = 'ProviderClosedError'
  }
}

/** A failure in the provider's own words; the rulebook maps them by their content, unless status or code name the kind already (document 2 §8). */
export class ProviderError extends Error {
  readonly kind: FailureKind | undefined

  constructor(message: string, kind?: FailureKind, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderError'
    this.kind = kind
  }
}
