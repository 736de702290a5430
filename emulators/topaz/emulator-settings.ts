// The switches of the emulator (Topaz contract §12); a test changes them while it runs.
import { MAX_BODY_BYTES } from './vendor-limits.ts'
import type { Generation } from './vendor-models.ts'

export interface EmulatorSettings {
  generation: Generation
  /** 400 with the name of what the vendor would silently ignore. */
  isStrict: boolean
  maxBodyBytes: number
  /** Whether a job in Processing can still be cancelled (§5: 204 or 409). */
  cancelsProcessing: boolean
  /** The quick-start's name of the download address (§4). */
  namesAddressUrl: boolean
  keepsMetadata: boolean
  /** 425 for every submit (§7). */
  isToppingUp: boolean
  /** 403 and 412 only where a task would be taken: everything else is answered, and what is wrong with a form comes first (§12 "Auth"). */
  refusesLate: boolean
  /** 429 above this many requests per second; undefined: no limit (§12 "Rate limit"). */
  requestsPerSecond: number | undefined
  /** Webhooks come twice, and each change after the next (§12 "Webhook"). */
  webhooksTwice: boolean
}

export const EMULATOR_DEFAULTS: EmulatorSettings = {
  generation: 'g2',
  isStrict: false,
  maxBodyBytes: MAX_BODY_BYTES,
  cancelsProcessing: false,
  namesAddressUrl: false,
  keepsMetadata: false,
  isToppingUp: false,
  refusesLate: false,
  requestsPerSecond: undefined,
  webhooksTwice: false,
}
