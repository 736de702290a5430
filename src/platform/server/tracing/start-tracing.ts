// Traces go to an OpenTelemetry collector where OTEL_EXPORTER_OTLP_ENDPOINT names one. Only then a byte of OpenTelemetry's SDK is loaded.
import type { Settings } from '../settings.ts'

/** Returns the function that sends the last spans at shutdown. */
export async function startTracing(settings: Pick<Settings, 'tracing' | 'role'>): Promise<() => Promise<void>> {
  if (!settings.tracing) return async () => {}
  const { openTracing } = await import('./open-tracing.ts')
  return openTracing(settings.tracing, settings.role)
}
