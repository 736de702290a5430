// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { INITIAL_AUTH_STATE } from '#features/account/web/session/auth-state.ts'
import { authOf } from '#features/account/web/session/auth-store.ts'
import { BillingPage } from '#features/billing/web/billing-page.tsx'
import { prepareDom, renderPage } from '#platform/web/testing/render-page.tsx'
import { TEST_PROFILE, TEST_USER } from '../shell/testing/visitors.ts'
import { VisitorContext } from '../shell/visitor.ts'
import { visitorOf } from '../shell/visitor-of-auth.ts'
import ProfileArea from './profile-area.tsx'

beforeAll(prepareDom)

it.each([
  ['free', '免费版'],
  ['premium', '高级版'],
  ['vip', 'VIP版'],
  ['admin', '管理员'],
])('[PROFILE-02] the badge of the sidebar of user_type %s reads %s', (userType, badge) => {
  const profile = { ...TEST_PROFILE, user_type: userType }
  const visitor = visitorOf(authOf({ ...INITIAL_AUTH_STATE, initialized: true, user: TEST_USER, profile }))
  renderPage(
    <VisitorContext value={visitor}>
      <ProfileArea />
    </VisitorContext>,
    { path: '/profile/info' },
  )
  expect(within(screen.getByRole('complementary')).getByText(badge)).toBeDefined()
})

it.each([
  ['free', '免费用户'],
  ['paid', '付费用户'],
  ['enterprise', '企业用户'],
  ['admin', '超级管理员'],
])('[ROLE-13] the billing page calls %s %s', (userType, label) => {
  renderPage(<BillingPage userType={userType} status={null} credits={{ total: 9, used: 2 }} />)
  expect(screen.getByText(label)).toBeDefined()
})
