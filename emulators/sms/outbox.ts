// What the emulated vendors share: what they delivered, what they approved, how often one number may get a code, and how they misbehave
// when a test asks for it. No line of this folder is shared with the adapters: two that share one agree with themselves and prove nothing.
import { createVirtualClock, type VirtualClock } from '../topaz/virtual-clock.ts'

export interface DeliveredSms {
  /** With plus sign and region. */
  readonly to: string
  readonly signName: string
  readonly template: string
  /** As a phone shows it. */
  readonly text: string
}

/** As the console has them: approved texts, with a name or number in braces where a value goes. */
export interface Template {
  readonly text: string
  readonly reach: 'domestic' | 'international'
}

/**
 * Faults of the next calls: `no-answer` keeps the line open, `break-off` and `nonsense` come after the message went out, `redirect` leads to
 * another address, `busy` is the vendor's gate under load. Any other word is answered as the vendor's code.
 */
export type Fault = 'no-answer' | 'break-off' | 'nonsense' | 'redirect' | 'busy' | (string & {})

export interface SmsState {
  readonly keyId: string
  readonly keySecret: string
  readonly signNames: ReadonlySet<string>
  readonly templates: Readonly<Record<string, Template>>
  readonly clock: VirtualClock
  readonly delivered: DeliveredSms[]
  /** Calls that came, answered or not. */
  requests: number
  /** Codes of all answers, oldest first. */
  readonly answers: string[]
  /** Met once each, in this order. */
  readonly faults: Fault[]
  /** Whether one number may get as many as it wants. */
  isUnlimited: boolean
}

/** The name that both vendors approved. */
export const SIGN_NAME = '焕影测试'

export const newSmsState = (facts: Pick<SmsState, 'keyId' | 'keySecret' | 'templates'>): SmsState => ({
  ...facts,
  signNames: new Set([SIGN_NAME]),
  clock: createVirtualClock(1),
  delivered: [],
  requests: 0,
  answers: [],
  faults: [],
  isUnlimited: false,
})

/** A Chinese mobile number, written with +86, 0086, 86 or nothing before it, as +86…; both vendors take all four. */
export function homeNumber(number: string): string | undefined {
  const [, home] = /^(?:\+?86|0086)?(1[3-9]\d{9})$/.exec(number) ?? []
  return home && `+86${home}`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Limit {
  readonly seconds: number
  readonly count: number
  readonly code: string
  readonly message: string
}

export interface Counter {
  /** The limit that one more message to this number would break; counts it otherwise. */
  take(to: string): Limit | undefined
}

export function createCounter(state: SmsState, limits: readonly Limit[]): Counter {
  const times = new Map<string, number[]>()
  return {
    take: (to) => {
      const now = state.clock.now()
      const sent = (times.get(to) ?? []).filter((time) => time > now - DAY)
      const broken = limits.find(({ seconds, count }) => sent.filter((time) => time > now - seconds).length >= count)
      if (broken && !state.isUnlimited) return broken
      times.set(to, [...sent, now])
      return undefined
    },
  }
}

const permits = (level: string, count: number): string => `触发${level}流控Permits:${count}`
/** The defaults of the documents: 1 a minute, 5 an hour, 10 a day, all by one code; the message says which. */
export const ALIYUN_LIMITS: readonly Limit[] = [
  { seconds: DAY, count: 10, code: 'isv.BUSINESS_LIMIT_CONTROL', message: permits('天级', 10) },
  { seconds: HOUR, count: 5, code: 'isv.BUSINESS_LIMIT_CONTROL', message: permits('小时级', 5) },
  { seconds: MINUTE, count: 1, code: 'isv.BUSINESS_LIMIT_CONTROL', message: permits('分钟级', 1) },
]
/** The defaults of the console: 1 in 30 seconds, 5 an hour, 10 a day. */
export const TENCENT_LIMITS: readonly Limit[] = [
  {
    seconds: DAY,
    count: 10,
    code: 'LimitExceeded.PhoneNumberDailyLimit',
    message: 'the number of sms messages sent from a single mobile number every day exceeds the upper limit',
  },
  {
    seconds: HOUR,
    count: 5,
    code: 'LimitExceeded.PhoneNumberOneHourLimit',
    message: 'the number of sms messages sent from a single mobile number within 1 hour exceeds the upper limit',
  },
  {
    seconds: 30,
    count: 1,
    code: 'LimitExceeded.PhoneNumberThirtySecondLimit',
    message: 'the number of sms messages sent from a single mobile number within 30 seconds exceeds the upper limit',
  },
]

/** Digits in the text of the last message to this number; throws when there is none. */
export function lastCodeTo(state: SmsState, phone: string): string {
  const code = state.delivered.findLast(({ to }) => to.endsWith(phone))?.text.match(/\d{6}/)?.[0]
  if (!code) throw new Error(`no message was sent to ${phone}`)
  return code
}
