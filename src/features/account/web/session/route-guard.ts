// The route guard at work (document 1 §2 "Route guard", §8 "Router"; document 2 §2; C-38): waits for the auth state, then says
// where this visitor goes instead. The rules, numbers and texts are in the rulebook.
import { waitFor } from '#platform/web/http/wait-for.ts'
import {
  GUARD_ERRORS,
  GUARD_MAX_POLLS,
  GUARD_POLL_INTERVAL_MS,
  guardRedirect,
  loginErrorAddress,
  safeRedirect,
} from '#rulebook/site/guard.ts'
import type { Access } from '#rulebook/site/site-map.ts'

/** What the guard asks of the auth state. */
export interface GuardedVisitor {
  readonly initialized: boolean
  readonly isAuthenticated: boolean
  readonly isAdmin: boolean
  /** Why the account could not be read, when that is what went wrong; undefined for a plain visitor. */
  readonly trouble: string | undefined
}

/**
 * Where the visitor is sent instead of `wanted` (path with query and hash), or undefined when it may be opened. Waits up to
 * 50 polls of 100 ms for the auth state; rejects only when the signal fires.
 */
export async function checkRoute(
  access: Access,
  wanted: string,
  readVisitor: () => GuardedVisitor,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (access === 'open') return undefined
  try {
    for (let poll = 0; !readVisitor().initialized; poll++) {
      if (poll >= GUARD_MAX_POLLS) return failureAddress('guard-timeout', wanted)
      await waitFor(GUARD_POLL_INTERVAL_MS, signal)
    }
    const visitor = readVisitor()
    if (!visitor.isAuthenticated && visitor.trouble !== undefined) return failureAddress('guard-check-failed', wanted)
    return guardRedirect(access, wanted, visitor)
  } catch (error) {
    if (signal?.aborted) throw error
    return failureAddress('guard-check-failed', wanted)
  }
}

/** The wanted route goes along, so that login can forward as soon as the profile is there (C-38). */
const failureAddress = (code: keyof typeof GUARD_ERRORS, wanted: string): string =>
  `${loginErrorAddress(GUARD_ERRORS[code])}&redirect=${encodeURIComponent(safeRedirect(wanted))}`
