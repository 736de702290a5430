// The SMS port. Without an account there is no sender, and no screen offers what needs one (document 1 §2; U-01, U-03).
export interface CodeMessage {
  /** Digits without the region. */
  readonly phone: string
  /** With its plus sign, e.g. `+86`. */
  readonly region: string
  readonly code: string
  readonly validMinutes: number
}

/** What the gateway said, for the operator: never the code. */
export interface DeliveryAnswer {
  readonly status: number
  readonly messageId: string | null
}

export interface SmsSender {
  /** Resolves when the gateway has accepted the message; throws SmsFailedError otherwise. Never sends twice. */
  sendCode(message: CodeMessage): Promise<DeliveryAnswer>
}

export type SmsFailure = 'unreachable' | 'timeout' | 'refused' | 'unreadable'

/** The message is not on its way, or nobody knows. Holds neither number nor code. */
export class SmsFailedError extends Error {
  readonly failure: SmsFailure
  /** HTTP status where there was an answer. */
  readonly status: number | null

  constructor(failure: SmsFailure, status: number | null = null) {
    super(`SMS gateway: ${failure}${status === null ? '' : ` (${status})`}`)
    this.name = 'SmsFailedError'
    this.failure = failure
    this.status = status
  }
}
