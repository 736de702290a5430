// The provider port: whoever turns one picture into another, the local engine or a remote service (architecture §5).
// Every provider passes provider.conformance.ts. A run demands the proof that its credits are held.

import type { EngineReport } from '#engine/engine-types.ts'
import type { CreditHold } from '#features/credits/server/hold-credits.ts'
import type { ParameterKey, ParameterValues } from '#rulebook/tools/parameter.ts'

export interface ProviderCapabilities {
  /** Parameters that cannot be honoured here, with the reason that the consumer reads; such a start is refused. */
  readonly unsupportedParams: Readonly<Partial<Record<ParameterKey, string>>>
}

/** One run. All paths are files of the caller's temporary folder; those of the outcome do not exist yet. */
export interface ProviderRequest {
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
}

export interface ProviderRun {
  /** Cancel, timeout or stop: the provider gives up within a second and throws. */
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
}

export interface Provider {
  readonly name: string
  /** What the record says who did the work; nobody's work is passed off as another's (C-50, P-33). */
  readonly aiService: 'topaz' | 'local' | 'scripted'
  readonly capabilities: ProviderCapabilities
  /** Begins nothing without the proof of held credits. Throws ProviderError (a provider's own words) or EngineError (a code). */
  process(hold: CreditHold, request: ProviderRequest, run: ProviderRun): Promise<ProviderOutcome>
}

/** A failure in the provider's own words; the rulebook maps them by their content (document 2 §8). */
export class ProviderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderError'
  }
}
