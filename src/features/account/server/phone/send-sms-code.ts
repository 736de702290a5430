// Hands a code to the SMS gateway and keeps the gateway's answer (document 1 §8; C-49; VERIF-19). A failure keeps its answer without the
// record, which is discarded by the caller.
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Log } from '#platform/server/log.ts'
import { SmsFailedError, type SmsSender } from '#platform/server/sms/sms-sender.ts'
import { DEFAULT_PHONE_REGION } from '#rulebook/account/phone.ts'
import { CODE_VALIDITY_MS } from '#rulebook/account/verification-code.ts'
import { smsVerificationCodes } from '../tables.ts'

export interface SmsParts {
  readonly database: Database
  readonly log: Log
  /** Undefined while no SMS account is configured. */
  readonly sms: SmsSender | undefined
}

/** Throws ServiceError `sms-not-configured` or `sms-failed`. */
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
    log.error({ part: 'sms', failure: error.failure, status: error.status }, 'SMS was not sent')
    await keep('failed', { failure: error.failure, status: error.status }, null)
    throw new ServiceError('sms-failed')
  }
}
