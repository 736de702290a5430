// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { Profile } from '#features/account/contract.ts'
import { INITIAL_AUTH_STATE } from '#features/account/web/session/auth-state.ts'
import { type Auth, authOf } from '#features/account/web/session/auth-store.ts'
import { TEST_PROFILE, TEST_USER } from './testing/visitors.ts'
import { visitorOf } from './visitor-of-auth.ts'

const user = TEST_USER
const profile: Profile = { ...TEST_PROFILE, user_type: 'vip' }
const auth = (state: Partial<Auth>): Auth => authOf({ ...INITIAL_AUTH_STATE, initialized: true, ...state })

describe('who is looking', () => {
  it('is unknown until auth is initialised', () => {
    expect(visitorOf(auth({ initialized: false })).state).toBe('loading')
  })
  it('is signed out when it is initialised without a user', () => {
    expect(visitorOf(auth({})).state).toBe('signed-out')
  })
  it('is still unknown while the profile is missing, and never a balance of 3 (C-01, C-38)', () => {
    const visitor = visitorOf(auth({ user }))
    expect([visitor.state, visitor.creditsRemaining]).toEqual(['loading', undefined])
  })
  it('is signed in with the balance of the profile', () => {
    const visitor = visitorOf(auth({ user, profile }))
    expect([visitor.state, visitor.creditsRemaining, visitor.typeLabel]).toEqual(['signed-in', 7, 'VIP版'])
    expect([visitor.displayName, visitor.contactLine]).toEqual(['first', 'someone@example.com'])
  })
  it('the avatar is drawn from the user id and nothing else', () => {
    expect(visitorOf(auth({ user, profile })).avatar).toEqual({ kind: 'generated', seed: user.id })
  })
  it('is restricted by status and by type (C-03)', () => {
    const as = (changes: Partial<Profile>) => visitorOf(auth({ user, profile: { ...profile, ...changes } })).restriction
    expect([as({}), as({ status: null }), as({ status: 'suspended' }), as({ status: 'banned' })]).toEqual([
      undefined,
      undefined,
      'suspended',
      'banned',
    ])
    expect(as({ user_type: 'banned', status: 'suspended' })).toBe('banned')
  })
  it('is an admin only with the admin type, and not when banned', () => {
    const as = (changes: Partial<Profile>) => visitorOf(auth({ user, profile: { ...profile, ...changes } })).isAdmin
    expect([as({}), as({ user_type: 'admin' }), as({ user_type: 'admin', status: 'banned' })]).toEqual([
      false,
      true,
      false,
    ])
  })
})
