// Where traces go, by the names that every OpenTelemetry program has.
import { z } from 'zod'
import { goesInTheClear } from './in-the-clear.ts'
import { SettingsError } from './settings-error.ts'

export interface TracingSettings {
  /** With the path that takes traces. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Share of what begins here that is traced. */
  readonly ratio: number
}

export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}
type Variables = z.infer<z.ZodObject<typeof TRACING_VARIABLES>>

/** Throws SettingsError where a key would travel readable. */
export function tracingFrom(values: Variables): TracingSettings | undefined {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!base) return undefined
  const headers = headersFrom(values.OTEL_EXPORTER_OTLP_HEADERS)
  if (goesInTheClear(base) && Object.keys(headers).length > 0)
    throw new SettingsError('OTEL_EXPORTER_OTLP_ENDPOINT must be https where OTEL_EXPORTER_OTLP_HEADERS carries a key.')
  return { endpoint: `${base.replace(/\/+$/, '')}/v1/traces`, headers, ratio: values.OTEL_TRACES_SAMPLER_ARG }
}

/** `name=value,name=value`, percent-encoded. */
function headersFrom(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((entry) => {
    const [name = '', value = ''] = entry.split(/=(.*)/s)
    return name.trim() ? [[name.trim(), decodeURIComponent(value.trim())] as const] : []
  })
  return Object.fromEntries(pairs)
}
