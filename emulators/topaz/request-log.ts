// What was asked of the emulator, for assertions (Topaz contract §12 "Introspection"): names and sizes, of a submit its fields too.

export interface RecordedRequest {
  /** Real milliseconds since 1970, so that a test can count requests per second. */
  readonly atMs: number
  readonly origin: 'api' | 'blob'
  readonly method: string
  readonly path: string
  readonly headerNames: readonly string[]
  /** A form: its fields as text, in order, and the part that carried a file. */
  fields?: Readonly<Record<string, string>>
  file?: { readonly name: string; readonly type: string; readonly sizeBytes: number }
  status?: number
}
