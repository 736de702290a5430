// Any error of the child → one code of the contract.
import { detailOf, EngineError } from '../engine-error.ts'
import type { EngineErrorCode } from '../engine-types.ts'

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export interface EngineFailure {
  readonly code: EngineErrorCode
  readonly detail: string
  readonly mediaType?: string | undefined
}

export function failureOf(error: unknown): EngineFailure {
  if (error instanceof EngineError) return { code: error.code, detail: error.message, mediaType: error.mediaType }
  const detail = detailOf(error)
  const systemCode = (error as NodeJS.ErrnoException | undefined)?.code
  if (systemCode && DISK_FULL.has(systemCode)) return { code: 'disk-full', detail }
  if (error instanceof RangeError && /allocation|array buffer|invalid typed array length/i.test(detail)) {
    return { code: 'out-of-memory', detail }
  }
  return { code: 'crashed', detail }
}
