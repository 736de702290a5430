// The seller's account at Paddle Billing (decision 0101): Paddle sells in its own name, for US dollars.
import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { demandTls } from './in-the-clear.ts'
import { SettingsError } from './settings-error.ts'

export interface PaddleSettings {
  readonly apiKey: string
  /** Secret of our destination of webhooks; after a change the one before, too. */
  readonly webhookSecrets: readonly KeyObject[]
  /** Page that opens Paddle's checkout for a transaction; without it the account's default payment link. */
  readonly checkoutUrl: string | undefined
  readonly apiUrl: string
}

const secret = z
  .string()
  .regex(/^pdl_ntfset_\w{8,200}$/, 'does not begin with pdl_ntfset_')
  .optional()
const address = z.url({ protocol: /^https?$/ })

export const PADDLE_VARIABLES = {
  PADDLE_API_KEY: z
    .string()
    .regex(/^[\w-]{16,200}$/, 'is no key of the API')
    .optional(),
  PADDLE_WEBHOOK_SECRET: secret,
  PADDLE_WEBHOOK_SECRET_PREVIOUS: secret,
  PADDLE_CHECKOUT_URL: address.optional(),
  PADDLE_API_URL: address.default('https://api.paddle.com'),
}
type Variables = z.infer<z.ZodObject<typeof PADDLE_VARIABLES>>

/** Throws SettingsError for half an account. */
export function paddleFrom(values: Variables): PaddleSettings | undefined {
  const { PADDLE_API_KEY: apiKey, PADDLE_WEBHOOK_SECRET: webhookSecret, PADDLE_CHECKOUT_URL: checkoutUrl } = values
  if (!apiKey && !webhookSecret) return undefined
  if (!apiKey || !webhookSecret)
    throw new SettingsError('PADDLE_API_KEY and PADDLE_WEBHOOK_SECRET are set together or not at all.')
  for (const [name, url] of Object.entries({ PADDLE_API_URL: values.PADDLE_API_URL, PADDLE_CHECKOUT_URL: checkoutUrl }))
    if (url) demandTls(name, url, 'orders')
  return {
    apiKey,
    webhookSecrets: [webhookSecret, values.PADDLE_WEBHOOK_SECRET_PREVIOUS].flatMap((text) =>
      text ? [createSecretKey(text, 'utf8')] : [],
    ),
    checkoutUrl,
    apiUrl: new URL(values.PADDLE_API_URL).origin,
  }
}
