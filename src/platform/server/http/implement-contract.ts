// The server's side of a contract. A call's handler gets the context of the callers that its contract names (platform/procedures.ts): the
// guard in front of it and the type behind it come from that one word (docs/decisions/0033). The guard runs before the input is validated.
import type { AnyContractRouter, ContractProcedure, ContractRouter, Meta } from '@orpc/contract'
import {
  implement,
  type Middleware,
  type ProcedureImplementer,
  type Router,
  type RouterImplementer,
} from '@orpc/server'
import type { Access, AccessMeta } from '#platform/procedures.ts'
import { requireSignIn, type SignedInContext } from './require-sign-in.ts'
import type { CallContext } from './rpc-routes.ts'

/** What the handler of an administrator's call may read. */
export type AdminContext = CallContext & SignedInContext & { readonly adminId: string }

interface AdminCall {
  /** Its place in the contract, like `users.list`. */
  readonly place: string
  readonly needsProof: boolean
}
/** Returns the administrator's id; throws ServiceError for everybody else. */
type RequireAdmin = (caller: SignedInContext, call: AdminCall) => Promise<string>

interface Contexts extends Record<Access, CallContext> {
  readonly public: CallContext
  readonly 'signed-in': CallContext & SignedInContext
  readonly admin: AdminContext
}
type ContextOf<M extends Meta> = M extends AccessMeta<infer A> ? Contexts[A] : never

/** Calls that name their callers; one made of the bare contract library is not assignable. */
type Calls = Readonly<Record<string, ContractRouter<AccessMeta>>>

/** Each call with a `handler` for its own callers, each group with a `router`. */
export type Implementer<T extends AnyContractRouter> =
  T extends ContractProcedure<infer Input, infer Output, infer Errors, infer M>
    ? ProcedureImplementer<CallContext, ContextOf<M>, Input, Output, Errors, M>
    : { readonly [K in keyof T]: T[K] extends AnyContractRouter ? Implementer<T[K]> : never } & {
        router<R extends Router<T, CallContext>>(router: R): R
      }

type Admitted = Pick<CallContext, 'userId'> & Partial<Pick<AdminContext, 'adminId'>>
type Guard = Middleware<CallContext, Admitted, unknown, unknown, Record<never, never>, AccessMeta>

const guardWith =
  (requireAdmin?: RequireAdmin): Guard =>
  async ({ context, procedure, path, next }) =>
    // The first part is the feature's own name.
    next({ context: await admit(procedure['~orpc'], context, path.slice(1).join('.'), requireAdmin) })
const signInGuard = guardWith()

/** `requireAdmin` is needed where the contract has calls for administrators. */
export function implementContract<T extends Calls>(contract: T, requireAdmin?: RequireAdmin): Implementer<T> {
  const { use } = implement(contract as AnyContractRouter).$context<CallContext>() as RouterImplementer<
    ContractRouter<AccessMeta>,
    CallContext,
    CallContext
  >
  const guarded: unknown = use(requireAdmin ? guardWith(requireAdmin) : signInGuard)
  return guarded as Implementer<T>
}

type Definition = Pick<ContractProcedure<never, never, never, AccessMeta>['~orpc'], 'meta' | 'route'>

async function admit(
  { meta, route }: Definition,
  context: CallContext,
  place: string,
  requireAdmin?: RequireAdmin,
): Promise<Admitted> {
  const { access, isUncounted, needsProof = false } = meta
  if (access === 'public') return { userId: context.userId }
  const caller = requireSignIn(context)
  const { userId } = caller
  if (access === 'signed-in') {
    if (route.method !== 'GET' && !isUncounted) await context.countCall(userId)
    return { userId }
  }
  if (access === 'admin' && requireAdmin) return { userId, adminId: await requireAdmin(caller, { place, needsProof }) }
  throw new Error(`nobody can make a call with the access "${access}" here`)
}
