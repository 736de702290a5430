// The calls around codes by mail (contract.ts `recovery`, `emailCode`).
import { implementContract } from '#platform/server/http/implement-contract.ts'
import { accountContract } from '../../contract.ts'
import type { Asker } from './mail-code.ts'
import type { Recovery } from './verification-recovery.ts'

export interface MailedCodes {
  readonly recovery: Recovery
  readonly mailLoginCode: (email: string, asker: Asker) => Promise<void>
}

export function createRecoveryRouter({ recovery }: Pick<MailedCodes, 'recovery'>) {
  const calls = implementContract(accountContract.recovery)
  return {
    sendCode: calls.sendCode.handler(async ({ input, context }) => {
      await recovery.sendCode(input.email, context)
      return {}
    }),
    check: calls.check.handler(({ input, context }) => recovery.check(input.email, input.code, context.headers)),
  }
}

export function createEmailCodeRouter({ mailLoginCode }: Pick<MailedCodes, 'mailLoginCode'>) {
  const calls = implementContract(accountContract.emailCode)
  return {
    send: calls.send.handler(async ({ input, context }) => {
      await mailLoginCode(input.email, context)
      return {}
    }),
  }
}
