// Hands a code to the SMS gateway and keeps the gateway's answer (document 1 §8; C-49; VERIF-19). A failure keeps its answer without the
// record, which is discarded by the caller.
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import { SmsFailedError, type SmsFailure, type SmsSender } from '#platform/server/sms/sms-sender.ts'
import { DEFAULT_PHONE_REGION } from '#rulebook/account/phone.ts'
import { CODE_VALIDITY_MS, type CodeErrorCode } from '#rulebook/account/verification-code.ts'
import { smsVerificationCodes } from '../tables.ts'

export interface SmsParts {
  readonly database: Database
  readonly log: Log
  /** Undefined while no SMS account is configured. */
  readonly sms: SmsSender | undefined
}

/** What a person can do something about; for all else the message just did not leave. */
const SHOWN_CODES: Readonly<Partial<Record<SmsFailure, CodeErrorCode>>> = {
  'too-often': 'sms-too-often',
  'daily-limit': 'code-daily-limit',
  number: 'sms-number-refused',
}

/** Throws ServiceError `sms-not-configured`, `sms-failed`, or what the vendor said of the number. */
export async function sendSmsCode({ database, log, sms }: SmsParts, phone: string, code: string, recordId: string) {
  if (!sms) throw new ServiceError('sms-not-configured')
  const keep = async (
    deliveryStatus: 'accepted' | 'failed',
    deliveryAnswer: object,
    verificationCodeId: string | null,
  ) => {
    await database.orm
      .insert(smsVerificationCodes)
      .values({ verificationCodeId, phone, deliveryStatus, deliveryAnswer })
      // What left has left: a code that is on its way must stay good.
      .catch((error: unknown) => log.error({ part: 'sms', err: error }, 'answer of the SMS gateway not kept'))
  }
  try {
    const answer = await sms.sendCode({
      phone,
      region: DEFAULT_PHONE_REGION,
      code,
      validMinutes: CODE_VALIDITY_MS / 60_000,
    })
    await keep('accepted', answer, recordId)
  } catch (error) {
    if (!(error instanceof SmsFailedError)) throw error
    const { failure, status, code: vendorCode, requestId } = error
    const answer = { failure, status, vendorCode, requestId }
    const shownCode = SHOWN_CODES[failure]
    // A number that has had enough is nothing that the operator must look at.
    log[shownCode ? 'warn' : 'error']({ part: 'sms', ...answer }, 'SMS was not sent')
    await keep('failed', answer, null)
    throw new ServiceError(shownCode ?? 'sms-failed')
  }
}
