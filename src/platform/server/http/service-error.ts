/**
 * What a use case throws when it refuses: a code of the rulebook's register and the values its text needs.
 * The server holds no Chinese; the browser shows `messageOf(error)`.
 */
export class ServiceError extends Error {
  readonly code: string
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(code: string, data?: Readonly<Record<string, unknown>>) {
    super(code)
    this.name = 'ServiceError'
    this.code = code
    this.data = data
  }
}
