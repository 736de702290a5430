// Whether asking again may help.
import { isKnownCode } from '#platform/web/http/error-message.ts'

/** Codes that say nothing about the request itself; the same question may be answered a moment later. */
const PASSING_CODES: readonly unknown[] = ['unexpected', 'network-failed', 'maintenance']

/** Whether the server has answered with a code of ours: asking again would bring the same answer. */
export const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  isKnownCode(error.code) &&
  !PASSING_CODES.includes(error.code)
