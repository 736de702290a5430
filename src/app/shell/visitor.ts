// Who is looking at the shell, in the words of the shell: made from the auth state in one place, so that navigation, guard
// and pages agree (document 1 §2 "User dropdown"; C-01, C-02).
import { createContext, useContext } from 'react'
import type { restrictionOf } from '#rulebook/credits/tiers.ts'
import type { AvatarSource } from '#rulebook/site/shown-person.ts'

export interface Visitor {
  /** `loading` until it is certain who it is; no balance is ever shown before a profile exists (C-01). */
  readonly state: 'loading' | 'signed-in' | 'signed-out'
  readonly displayName: string
  readonly avatar: AvatarSource | undefined
  readonly contactLine: string
  readonly typeLabel: string
  readonly creditsRemaining: number | undefined
  readonly isAdmin: boolean
  /** Why the account may not do everything, if so (U-14). */
  readonly restriction: ReturnType<typeof restrictionOf>
  /** The terms in force still want a yes (decision 0056). */
  readonly termsDue: boolean
  /** The state here is cleared when the server has ended the session and `pageLeft` is done. */
  readonly signOut: (pageLeft?: Promise<void>) => Promise<void>
}

export const UNKNOWN_VISITOR: Visitor = {
  state: 'loading',
  displayName: '',
  avatar: undefined,
  contactLine: '',
  typeLabel: '',
  creditsRemaining: undefined,
  isAdmin: false,
  restriction: undefined,
  termsDue: false,
  signOut: async () => {},
}

export const VisitorContext = createContext<Visitor>(UNKNOWN_VISITOR)
export const useVisitor = (): Visitor => useContext(VisitorContext)
