// What every call of a contract begins with: who may make it. The server implements a contract for exactly these callers
// (server/http/implement-contract.ts), so a call cannot forget to ask who is there (docs/decisions/0033).
import { oc } from '@orpc/contract'

export { eventIterator } from '@orpc/contract'

export type Access = 'public' | 'signed-in' | 'admin'
export type AccessMeta<A extends Access = Access> = { readonly access: A }

const procedureFor = <A extends Access>(access: A) => oc.$meta<AccessMeta<A>>({ access })

/** For everybody, visitors too. */
export const publicProcedure = procedureFor('public')
/** For whoever brings a living access token; others are answered `login-required`. */
export const signedInProcedure = procedureFor('signed-in')
/** For administrators with an open admin session. */
export const adminProcedure = procedureFor('admin')
