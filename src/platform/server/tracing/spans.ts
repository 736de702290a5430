// Where the service marks what takes time: a request, a statement, an entry of the queue, a run. Without a collector (start-tracing.ts) `inSpan` calls
// its work and nothing else; OpenTelemetry is not loaded then.

/** Facts of a span: names of the OpenTelemetry conventions; never values of a person, of a query or of a secret. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export interface Span {
  /** What is known only at the end. */
  add(facts: SpanFacts): void
  rename(name: string): void
}

export interface SpanOptions {
  readonly kind?: SpanKind
  readonly facts?: SpanFacts
  /** W3C `traceparent` of the process that caused this. */
  readonly causedBy?: string | undefined
}

export interface Tracer {
  inSpan<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result
  /** W3C `traceparent` of what runs now; undefined outside of any span. */
  current(): string | undefined
}

const NO_SPAN: Span = { add: () => {}, rename: () => {} }
let tracer: Tracer | undefined

/** Undefined switches it off again. */
export function setTracer(chosen: Tracer | undefined): void {
  tracer = chosen
}
export const isTracing = (): boolean => tracer !== undefined

/** A promise's end is the span's end; what is thrown marks it as failed and goes on. */
export const inSpan = <Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result =>
  tracer ? tracer.inSpan(name, options, work) : work(NO_SPAN)

export const currentTraceparent = (): string | undefined => tracer?.current()
