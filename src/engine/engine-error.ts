import type { EngineErrorCode } from './engine-types.ts'

/** Carries a code for the caller and a technical English detail for the log. */
export class EngineError extends Error {
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, detail: string = code) {
    super(detail)
    this.name = 'EngineError'
    this.code = code
  }
}
