// What every call of a contract begins with: who may make it. The server implements a contract for exactly these callers
// (server/http/implement-contract.ts), so a call cannot forget to ask who is there (docs/decisions/0033).
import { oc } from '@orpc/contract'

export { eventIterator } from '@orpc/contract'

export type Access = 'public' | 'signed-in' | 'admin'
export type AccessMeta<A extends Access = Access> = {
  readonly access: A
  /** Not one of the calls that the operator's limit counts (docs/decisions/0018). */
  readonly isUncounted?: true
  /** Money, roles, bulk actions, files of many people: needs a fresh proof of identity (docs/decisions/0191). */
  readonly needsProof?: true
}

const procedureFor = <A extends Access>(access: A) => oc.$meta<AccessMeta<A>>({ access })

/** For everybody, visitors too. */
export const publicProcedure = procedureFor('public')
/** For callers with a valid access token; others get `login-required`. */
export const signedInProcedure = procedureFor('signed-in')
/** As `signedInProcedure`, for what is not GET and yet stays open beyond `api_rate_limit`: reading, ways out, a start (it counts itself). */
export const uncountedProcedure = oc.$meta<AccessMeta<'signed-in'>>({ access: 'signed-in', isUncounted: true })
/** For administrators with an open admin session. */
export const adminProcedure = procedureFor('admin')
/** As `adminProcedure`, with an authenticator, a passkey or the password shown within the last minutes; else `admin-proof-needed`. */
export const provenAdminProcedure = oc.$meta<AccessMeta<'admin'>>({ access: 'admin', needsProof: true })
