// OpenTelemetry behind our spans: batches of them by OTLP over HTTP (JSON). With the collector down only the spans are lost.
import {
  type Context,
  context,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { TracingSettings } from '../tracing-settings.ts'
import { VERSION } from '../version.ts'
import { type Span, type SpanOptions, setTracer, type Tracer } from './spans.ts'

const KINDS = {
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  producer: OtelSpanKind.PRODUCER,
  consumer: OtelSpanKind.CONSUMER,
  internal: OtelSpanKind.INTERNAL,
} as const
/** The last batch waits so long for a collector that does not answer; the stop of the service must not. */
const LAST_BATCH_MS = 2000

export function openTracing({ endpoint, headers, ratio }: TracingSettings, role: string): () => Promise<void> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const exporter = new OTLPTraceExporter({ url: endpoint, headers: { ...headers } })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'huanying',
      'service.version': VERSION,
      'service.instance.id': `${role}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  const otel = provider.getTracer('huanying', VERSION)
  setTracer({
    inSpan: (name, options, work) => {
      const parent = parentOf(options)
      const { kind = 'internal', facts } = options
      const span = otel.startSpan(name, { kind: KINDS[kind], ...(facts && { attributes: { ...facts } }) }, parent)
      return context.with(trace.setSpan(parent, span), () => endWith(span, () => work(oursOf(span))))
    },
    current: () => traceparentOf(trace.getSpanContext(context.active())),
  } satisfies Tracer)
  return async () => {
    setTracer(undefined)
    const waited = new Promise<void>((resolve) => setTimeout(resolve, LAST_BATCH_MS).unref())
    await Promise.race([provider.shutdown().catch(() => {}), waited])
    context.disable()
    propagation.disable()
  }
}

const oursOf = (span: OtelSpan): Span => ({
  add: (facts) => void span.setAttributes({ ...facts }),
  rename: (name) => void span.updateName(name),
})

function endWith<Result>(span: OtelSpan, work: () => Result): Result {
  try {
    const result = work()
    if (!(result instanceof Promise)) return ended(span, result)
    return result.then(
      (value) => ended(span, value),
      (error: unknown) => failed(span, error),
    ) as Result
  } catch (error) {
    return failed(span, error)
  }
}

function ended<Value>(span: OtelSpan, value: Value): Value {
  span.end()
  return value
}

/** Only the kind of the error: messages quote values of statements and addresses. */
function failed(span: OtelSpan, error: unknown): never {
  const name = error instanceof Error ? error.name : 'unknown'
  span.setStatus({ code: SpanStatusCode.ERROR, message: name })
  span.setAttribute('error.type', name)
  span.end()
  throw error
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function parentOf({ causedBy }: SpanOptions): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(causedBy ?? '') ?? []
  if (!traceId || !spanId || !flags) return context.active()
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, spanContext)
}

function traceparentOf(span: ReturnType<typeof trace.getSpanContext>): string | undefined {
  return span && `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}
