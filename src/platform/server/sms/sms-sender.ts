// The SMS port. Without an account there is no sender, and no screen offers what needs one (document 1 §2; U-01, U-03).
export interface CodeMessage {
  /** Digits without the region. */
  readonly phone: string
  /** With its plus sign, e.g. `+86`. */
  readonly region: string
  readonly code: string
  readonly validMinutes: number
}

/** What the vendor said, for the operator: never the code. */
export interface DeliveryAnswer {
  readonly status: number
  readonly messageId: string | null
}

export interface SmsSender {
  /** Resolves when the vendor has accepted the message; throws SmsFailedError otherwise. Never sends twice. */
  sendCode(message: CodeMessage): Promise<DeliveryAnswer>
}

/** `too-often` and `daily-limit` are the vendor's limits for one number, `number` is an unknown number; `refused` is everything else. */
export type SmsFailure =
  | 'unreachable'
  | 'timeout'
  | 'refused'
  | 'unreadable'
  | 'busy'
  | 'too-often'
  | 'daily-limit'
  | 'number'

/** What a vendor's refusal says beside its kind. */
export interface Refusal {
  /** HTTP status where there was an answer. */
  readonly status?: number | null
  /** The vendor's own word for it, and its name of the request, by which its support finds it. */
  readonly code?: string | null
  readonly requestId?: string | null
}

/** The message was not sent, or its fate is unknown. Holds neither number nor code. */
export class SmsFailedError extends Error {
  readonly failure: SmsFailure
  readonly status: number | null
  readonly code: string | null
  readonly requestId: string | null

  constructor(failure: SmsFailure, { status = null, code = null, requestId = null }: Refusal = {}) {
    super(`SMS: ${failure}${code === null ? '' : ` ${code}`}${status === null ? '' : ` (${status})`}`)
    this.name = 'SmsFailedError'
    this.failure = failure
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

/** Digits only, so that nothing a person typed can become a header, a second recipient or another parameter. Throws SmsFailedError. */
export function demandNumber({ phone, region }: CodeMessage): void {
  const isNumber =
    region === '+86' ? /^1\d{10}$/.test(phone) : /^\+[1-9]\d{0,3}$/.test(region) && /^\d{5,14}$/.test(phone)
  if (!isNumber) throw new SmsFailedError('number')
}
