// Whether the credits suffice for a run, shown before the press (document 2 §5, PROC-02).
import type { SessionView } from '#platform/web/http/session-context.ts'
import { featureAllowed, type Price } from '#rulebook/credits/credits.ts'

export interface Shortage {
  readonly needed: number
  readonly remaining: number
}

/** Undefined where the credits suffice, are not known yet, or the account may not process at all. */
export function shortageOf(session: SessionView, price: Price): Shortage | undefined {
  const { creditsRemaining: remaining } = session
  if (remaining === undefined || featureAllowed(session, remaining, price.credits)) return undefined
  return featureAllowed(session, Number.POSITIVE_INFINITY) ? { needed: price.credits, remaining } : undefined
}
