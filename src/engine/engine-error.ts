import type { EngineErrorCode } from './engine-types.ts'

/** The technical English detail of whatever was thrown. */
export const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Carries a code for the caller and a technical English detail for the log. */
export class EngineError extends Error {
  readonly code: EngineErrorCode
  /** Set where the file's type was recognised but is not accepted. */
  readonly mediaType: string | undefined

  constructor(code: EngineErrorCode, detail: string = code, mediaType?: string) {
    super(detail)
    this.name = 'EngineError'
    this.code = code
    this.mediaType = mediaType
  }
}
