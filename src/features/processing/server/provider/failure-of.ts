// What a failed run says: the engine's codes as they are, a provider's own words by their content (document 2 §8, C-57), and
// nothing of an error that nobody foresaw.
import { EngineError } from '#engine/engine-error.ts'
import { ObjectMissingError, StorageFullError } from '#platform/server/storage/object-storage.ts'
import type { ErrorCode } from '#rulebook/errors/errors.ts'
import type { Problem } from '#rulebook/problem.ts'
import { mapProcessingError } from '#rulebook/runs/provider-failures.ts'
import { ProviderError } from './provider.ts'

export interface RunFailure extends Problem<ErrorCode> {
  /** For the operator's log (C-57). */
  readonly adminText?: string
}

export function failureOf(error: unknown): RunFailure {
  if (error instanceof EngineError) {
    if (error.code === 'timeout') return { code: 'processing-timeout' }
    return { code: error.code === 'cancelled' ? 'processing-cancelled' : error.code }
  }
  if (error instanceof ProviderError) {
    const { code, data, adminText } = mapProcessingError(error.message, undefined, error.kind)
    return code === 'processing-failed' ? { code, data, adminText } : { code, adminText }
  }
  if (error instanceof ObjectMissingError) return { code: 'upload-expired' }
  if (error instanceof StorageFullError) return { code: 'disk-full' }
  return { code: 'unexpected' }
}
