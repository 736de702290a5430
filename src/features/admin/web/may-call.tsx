// What this administrator's role may not do is not offered (decision 0108).
import type { ReactNode } from 'react'
import { useMayCall } from './use-admin-session.ts'

/** `call` is its place in the contract, like `refunds.grant`. */
export const MayCall = ({ call, children }: { readonly call: string; readonly children: ReactNode }) =>
  useMayCall()(call) ? children : null
