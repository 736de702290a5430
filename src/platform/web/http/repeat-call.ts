// Asking again after a failure that may pass: no connection, or an answer of 5xx that is none of our refusals; after 1 s, 2 s and 3 s
// (document 1 §7, §9; HTTP-03 to HTTP-05; decision 0030). Only for reading, and for what carries a start key (C-43).
import { HTTP_MAX_RETRIES, httpRetryDelayMs, isRetriedStatus } from '#rulebook/site/timing.ts'
import { isKnownCode } from './error-message.ts'
import { waitFor } from './wait-for.ts'

/** Codes that say nothing about the request itself; the same question may be answered a moment later. */
const PASSING_CODES: readonly unknown[] = ['unexpected', 'network-failed', 'maintenance', 'too-many-streams']

/** Whether the server has answered with a code of ours: asking again would bring the same answer. */
export const isRefusal = (error: unknown): boolean => {
  const { code } = partsOf(error)
  return isKnownCode(code) && !PASSING_CODES.includes(code)
}

/** A request that never arrived throws a TypeError; everything else that is repeated has a status. */
export const mayPass = (error: unknown): boolean => {
  const { status, name } = partsOf(error)
  if (typeof status === 'number') return isRetriedStatus(status) && !isRefusal(error)
  return name === 'TypeError' && !isRefusal(error)
}

/** For TanStack Query, which counts from 0. */
export const repeatReading = {
  retry: (failures: number, error: unknown): boolean => failures < HTTP_MAX_RETRIES && mayPass(error),
  retryDelay: (failures: number): number => httpRetryDelayMs(failures + 1),
} as const

interface RepeatOptions {
  readonly signal?: AbortSignal
  /** Called before each repetition, so that the page can show it. */
  readonly onRepeat?: () => void
}

/** The first answer, or the last failure. A fired signal ends the waiting at once. */
export async function repeatCall<Answer>(
  call: () => Promise<Answer>,
  { signal, onRepeat }: RepeatOptions = {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (signal?.aborted || attempt > HTTP_MAX_RETRIES || !mayPass(error)) throw error
    }
    onRepeat?.()
    await waitFor(httpRetryDelayMs(attempt), signal)
  }
}

const partsOf = (error: unknown): Readonly<Record<'code' | 'status' | 'name', unknown>> =>
  typeof error === 'object' && error !== null
    ? (error as Record<'code' | 'status' | 'name', unknown>)
    : { code: undefined, status: undefined, name: undefined }
