// The account at the Topaz Image API, from the settings TOPAZ_*. A missing key is a state of the service, reported at the start and on the dashboard.

import { z } from 'zod'
import { PROVIDER_REQUESTS_PER_SECOND } from '#rulebook/runs/polling.ts'
import type { Recipient } from '#rulebook/runs/provider-consent.ts'
import { VENDOR_CREDIT_USD } from '#rulebook/runs/vendor-costs.ts'
import { demandTls } from './in-the-clear.ts'

export interface TopazSettings {
  /** Undefined: nothing can start, everything else works (P-33). */
  readonly apiKey: string | undefined
  /** Without slashes at their ends. */
  readonly imageUrl: string
  readonly accountUrl: string
  readonly authHeader: string
  readonly generation: 'g1' | 'g2' | 'g3'
  readonly parallelJobs: number
  readonly requestsPerSecond: number
  /** Whether webhooks are requested from the vendor. */
  readonly hasWebhooks: boolean
  /** What the operator pays for one of the vendor's credits. */
  readonly creditUsd: number
  /** Who receives the pictures, as people read it before they agree. */
  readonly recipient: Recipient
}

const address = (otherwise: string) => z.url({ protocol: /^https?$/ }).default(otherwise)

export const TOPAZ_VARIABLES = {
  TOPAZ_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'has characters that no key has')
    .optional(),
  TOPAZ_BASE_URL: address('https://api.topazlabs.com/image/v1'),
  TOPAZ_ACCOUNT_URL: address('https://api.topazlabs.com/account/v1'),
  TOPAZ_AUTH_HEADER: z
    .string()
    .regex(/^[A-Za-z-]+$/, 'is no header name')
    .default('X-API-Key'),
  TOPAZ_GENERATION: z.enum(['g1', 'g2', 'g3']).default('g2'),
  TOPAZ_PARALLEL_JOBS: z.coerce.number().int().min(1).max(500).default(16),
  TOPAZ_REQUESTS_PER_SECOND: z.coerce.number().positive().max(100).default(PROVIDER_REQUESTS_PER_SECOND),
  TOPAZ_WEBHOOKS: z.enum(['on', 'off']).default('off'),
  TOPAZ_CREDIT_USD: z.coerce.number().positive().max(10).default(VENDOR_CREDIT_USD),
  TOPAZ_NAME: z.string().max(80).default('Topaz Labs'),
  TOPAZ_COUNTRY: z.string().max(40).default('美国'),
  TOPAZ_CONTACT: z.string().max(200).optional(),
}
type TopazVariables = z.infer<z.ZodObject<typeof TOPAZ_VARIABLES>>

/** Throws SettingsError for an address on which the key would travel readable. */
export function topazFrom(values: TopazVariables): TopazSettings {
  return {
    apiKey: values.TOPAZ_API_KEY,
    imageUrl: safe('TOPAZ_BASE_URL', values.TOPAZ_BASE_URL),
    accountUrl: safe('TOPAZ_ACCOUNT_URL', values.TOPAZ_ACCOUNT_URL),
    authHeader: values.TOPAZ_AUTH_HEADER,
    generation: values.TOPAZ_GENERATION,
    parallelJobs: values.TOPAZ_PARALLEL_JOBS,
    hasWebhooks: values.TOPAZ_WEBHOOKS === 'on',
    creditUsd: values.TOPAZ_CREDIT_USD,
    requestsPerSecond: values.TOPAZ_REQUESTS_PER_SECOND,
    recipient: { name: values.TOPAZ_NAME, country: values.TOPAZ_COUNTRY, contact: values.TOPAZ_CONTACT },
  }
}

const safe = (name: string, url: string): string => demandTls(name, url, 'the key').replace(/\/+$/, '')
