// The calls around the phone (contract.ts `phone`).
import { implementContract } from '#platform/server/http/implement-contract.ts'
import type { SignedInContext } from '#platform/server/http/require-sign-in.ts'
import { accountContract, type Profile } from '../../contract.ts'
import type { Proof } from '../login-methods/prove-owner.ts'
import type { PhoneAccount } from './phone-account.ts'

export interface PhoneRouterParts {
  readonly phone: PhoneAccount
  readonly proveOwner: (proof: Proof) => Promise<void>
  readonly profileOf: (userId: string) => Promise<Profile>
}
/** The signed-in user whose session cookie came along; throws otherwise. */
type RequireSession = (context: SignedInContext) => Promise<{ userId: string }>

export function createPhoneRouter(parts: PhoneRouterParts, requireSession: RequireSession) {
  const { phone, profileOf } = parts
  const calls = implementContract(accountContract.phone)
  return {
    task: calls.task.handler(() => phone.makeTask()),
    sendBindCode: calls.sendBindCode.handler(async ({ input: { password, ...request }, context }) => {
      const { userId } = await requireSession(context)
      await parts.proveOwner({ userId, headers: context.headers, ...(password !== undefined && { password }) })
      await phone.sendBindCode(userId, { ...request, asker: context })
      return {}
    }),
    confirm: calls.confirm.handler(async ({ input, context }) => {
      const { userId } = await requireSession(context)
      await phone.bind(userId, input.phone, input.code)
      return profileOf(userId)
    }),
    sendLoginCode: calls.sendLoginCode.handler(async ({ input, context }) => {
      await phone.sendLoginCode({ ...input, asker: context })
      return {}
    }),
  }
}
