// The phone of an account (document 1 §2 wizard, §4, §5; P-06, U-05): a code to the number, and the right code binds it. The code is
// only made after a proof of the owner, so a stolen access token adds no way to sign in. Unbinding is login-methods.ts' business.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { checkPhone, formatPhone } from '#rulebook/account/phone.ts'
import type { WorkProof } from '../../contract.ts'
import { bindLoginMethod, lockMethodsOf } from '../login-methods/bind-login-method.ts'
import type { Asker } from '../sign-in/mail-code.ts'
import type { CodeSubject } from '../verification/verification-code.store.ts'
import type { CodeDelivery, VerificationCodes } from '../verification/verification-codes.ts'
import { boundPhoneOf, retireOtherPhones, storePhone } from './phone-profile.store.ts'
import { loginSubject } from './phone-sign-in.ts'
import { type SmsParts, sendSmsCode } from './send-sms-code.ts'
import type { WorkProofs } from './work-proof.ts'

export interface PhoneParts extends SmsParts {
  readonly database: Database
  readonly clock: Clock
  readonly codes: VerificationCodes
  readonly proofs: WorkProofs
  /** Emails the owner. */
  readonly notifyOwner: (userId: string) => void
}
export interface CodeRequest {
  readonly phone: string
  readonly proof: WorkProof
  readonly asker: Asker
}

export const bindSubject = (phone: string, userId: string): CodeSubject => ({
  targetType: 'phone',
  target: phone,
  purpose: 'bind_account',
  userId,
})

export function createPhoneAccount(parts: PhoneParts) {
  const deliveryTo = (phone: string, clientAddress: string): CodeDelivery => ({
    clientAddress,
    deliver: (code, recordId) => sendSmsCode(parts, phone, code, recordId),
  })
  const sendTo = async (subject: CodeSubject, { phone, proof, asker }: CodeRequest): Promise<void> => {
    await parts.proofs.demand(phone, proof)
    await parts.codes.send(subject, { ...deliveryTo(phone, asker.clientAddress), asking: asker })
  }
  return {
    makeTask: () => {
      demandSms(parts)
      return parts.proofs.makeTask()
    },
    /** Throws what the limits, the delivery and the proof of work throw, and `phone-invalid` or `phone-same`. */
    sendLoginCode: async (request: CodeRequest): Promise<void> => {
      demandSms(parts)
      demandPhone(request.phone)
      await sendTo(loginSubject(request.phone), request)
    },
    /** The caller has proved to be the owner. */
    sendBindCode: async (userId: string, request: CodeRequest): Promise<void> => {
      demandSms(parts)
      demandPhone(request.phone)
      const bound = await boundPhoneOf(parts.database.orm, userId)
      if (bound === request.phone) throw new ServiceError('phone-same')
      await sendTo(bindSubject(request.phone, userId), request)
    },
    /** The documented call: the very code that this person was sent to this number, once more (U-33). */
    resendCode: async (userId: string, phone: string, code: string, clientAddress: string): Promise<void> => {
      demandSms(parts)
      demandPhone(phone)
      await parts.codes.resend(bindSubject(phone, userId), code, deliveryTo(phone, clientAddress))
    },
    bind: (userId: string, phone: string, code: string): Promise<void> => bind(parts, userId, phone, code),
  }
}
export type PhoneAccount = ReturnType<typeof createPhoneAccount>

function demandSms({ sms }: Pick<PhoneParts, 'sms'>): void {
  if (!sms) throw new ServiceError('sms-not-configured')
}

function demandPhone(phone: string): void {
  if (phone === '') throw new ServiceError('code-incomplete')
  const problem = checkPhone(phone)
  if (problem) throw new ServiceError(problem.code)
}

async function bind(parts: PhoneParts, userId: string, phone: string, code: string): Promise<void> {
  demandPhone(phone)
  const proven = await parts.codes.check(bindSubject(phone, userId), code)
  try {
    await parts.database.orm.transaction(async (tx) => {
      await lockMethodsOf(tx, userId)
      await parts.codes.spend(tx, proven)
      await bindLoginMethod(tx, { userId, type: 'phone', value: phone, display: formatPhone(phone) })
      await retireOtherPhones(tx, userId, phone)
      await storePhone(tx, userId, phone, parts.clock.now())
    })
  } catch (error) {
    // The documents word this differently for phones (U-05); the data of the conflict is kept.
    if (error instanceof ServiceError && error.code === 'login-method-taken')
      throw new ServiceError('phone-taken', error.data)
    throw error
  }
  parts.notifyOwner(userId)
}
