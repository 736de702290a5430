// Visitors for tests of the shell.
import { makeProfile, makeUser } from '#features/account/web/testing/make-profile.ts'
import { UNKNOWN_VISITOR, type Visitor } from '../visitor.ts'

export const SIGNED_OUT: Visitor = { ...UNKNOWN_VISITOR, state: 'signed-out' }
export const SIGNED_IN: Visitor = {
  state: 'signed-in',
  displayName: '小明',
  avatar: { kind: 'generated', seed: 'user-1' },
  contactLine: 'xm@example.com',
  typeLabel: '免费版',
  creditsRemaining: 5,
  isAdmin: false,
  restriction: undefined,
  termsDue: false,
  signOut: async () => {},
}

export const TEST_USER = makeUser({ id: '6f2c1d3e-0000-4000-8000-000000000001', email: 'someone@example.com' })
export const TEST_PROFILE = makeProfile({
  id: TEST_USER.id,
  initial_email: 'first@example.com',
  credits: { used: 2, total: 9, remaining: 7 },
})
