// Visitors for tests of the shell.
import type { AuthUser, Profile } from '#features/account/contract.ts'
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

export const TEST_USER: AuthUser = {
  id: '6f2c1d3e-0000-4000-8000-000000000001',
  email: 'someone@example.com',
  email_confirmed_at: null,
  phone: null,
  user_metadata: {},
  app_metadata: { provider: 'email' },
}
export const TEST_PROFILE: Profile = {
  id: TEST_USER.id,
  username: null,
  initial_email: 'first@example.com',
  avatar_url: null,
  user_type: 'free',
  status: 'active',
  phone: null,
  phone_region: null,
  phone_verified: false,
  phone_verified_at: null,
  credits: { used: 2, total: 9, remaining: 7 },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
