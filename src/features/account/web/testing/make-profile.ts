// A person as the server describes them to a page, for tests.
import type { AuthUser, Profile } from '../../contract.ts'

export const makeUser = (changes: Partial<AuthUser> = {}): AuthUser => ({
  id: '00000000-0000-4000-8000-000000000001',
  email: 'a@b.com',
  email_confirmed_at: null,
  phone: null,
  user_metadata: {},
  app_metadata: { provider: 'email' },
  ...changes,
})

export const makeProfile = (changes: Partial<Profile> = {}): Profile => ({
  id: makeUser().id,
  username: null,
  initial_email: 'a@b.com',
  avatar_url: null,
  user_type: 'free',
  status: 'active',
  phone: null,
  phone_region: null,
  phone_verified: false,
  phone_verified_at: null,
  credits: { used: 0, total: 5, remaining: 5 },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
})
