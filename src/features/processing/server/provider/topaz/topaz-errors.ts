// What an answer of the vendor means (Topaz contract §7): by status first. Its words go to the operator's log, consumers read the rulebook's.
import { flowErrorText } from '#rulebook/runs/flow-errors.ts'
import type { FailureKind } from '#rulebook/runs/provider-failures.ts'
import { ProviderError } from '../provider.ts'

export interface TopazRefusal {
  /** Undefined: no answer came. */
  readonly status: number | undefined
  /** For the log only. */
  readonly vendorMessage: string
  readonly cause?: unknown
  /** What the call was for. */
  readonly step?: TopazStep
}
export type TopazStep = 'startFailed' | 'statusCheckFailed' | 'downloadFailed'

export class TopazError extends ProviderError {
  readonly status: number | undefined
  readonly vendorMessage: string

  constructor(message: string, kind: FailureKind, { status, vendorMessage, cause }: TopazRefusal) {
    super(message, kind, cause === undefined ? undefined : { cause })
    this.name = 'TopazError'
    this.status = status
    this.vendorMessage = vendorMessage
  }

  /** Nothing is wrong with the job: the same call may work a little later. */
  get isPassing(): boolean {
    return this.status === undefined || this.status === 425 || this.status === 429 || this.status >= 500
  }

  /** The vendor may have taken the job although its answer says nothing of it. */
  get mayBeAccepted(): boolean {
    return this.status === undefined || this.status >= 500
  }

  /** The account is refused, not the job: every other call would be, too. */
  get isOfAccount(): boolean {
    return this.status !== undefined && [401, 402, 403, 412].includes(this.status)
  }
}

export function topazError(refusal: TopazRefusal): TopazError {
  const { status } = refusal
  if (status === undefined) return new TopazError('network', 'network', refusal)
  if (status === 401 || status === 403 || status === 412) return new TopazError('API key refused', 'key', refusal)
  if (status === 402) return new TopazError('quota exceeded', 'quota', refusal)
  if (status === 413) return new TopazError('size refused', 'size', refusal)
  if (status === 415 || status === 422) return new TopazError('format refused', 'format', refusal)
  if (status >= 500) return new TopazError('network', 'network', refusal)
  // The documents' flow errors (document 2 §8), which the rulebook says in Chinese; of the others above the kind says all.
  return new TopazError(flowErrorText(refusal.step ?? 'statusCheckFailed', { status }), 'other', refusal)
}

/** Bodies that are seen: `message`, `detail` as text or list, `error`; a gateway's page; nothing (Topaz contract §7). */
export function messageIn(text: string): string {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    const [first] = Array.isArray(body.detail) ? (body.detail as { msg?: unknown }[]) : []
    const words = [body.message, body.detail, first?.msg, body.error].find((entry) => typeof entry === 'string')
    return String(words ?? '').slice(0, 300)
  } catch {
    return text.startsWith('<') ? 'a page instead of an answer' : text.slice(0, 300)
  }
}
