// Names of accounts and plans that the documents state and nobody may widen (document 1 §1).
import { expect, it } from 'vitest'
import { LOGIN_METHOD_LABELS, LOGIN_METHOD_TYPES, PROVIDER_METHOD_TYPES } from '../account/login-methods.ts'
import { BILLING_TYPE_LABELS, billingTypeLabel } from '../credits/billing.ts'
import { hasPermission, hasUnlimitedAi, isAdmin, PERMISSIONS, PRICING_PLANS } from '../credits/tiers.ts'

it('[PROD-18] GitHub is one of the methods of the login-method model', () => {
  expect(LOGIN_METHOD_TYPES).toContain('github')
  expect(PROVIDER_METHOD_TYPES).toContain('github')
  expect(LOGIN_METHOD_LABELS.github).toMatch(/GitHub/)
})

it('[PROD-21] names of the other models are labels: as an account type they grant nothing', () => {
  for (const userType of ['paid', 'enterprise', ...Object.keys(PRICING_PLANS)]) {
    expect(
      PERMISSIONS.filter((name) => hasPermission({ userType }, name)),
      userType,
    ).toEqual([])
    expect([hasUnlimitedAi({ userType }), isAdmin({ userType })], userType).toEqual([false, false])
  }
})

it('[PROD-22] the billing side names free, paid, enterprise and admin', () => {
  expect(BILLING_TYPE_LABELS).toMatchObject({
    free: '免费用户',
    paid: '付费用户',
    enterprise: '企业用户',
    admin: '超级管理员',
  })
  expect(billingTypeLabel('paid')).toBe('付费用户')
  expect(billingTypeLabel('enterprise')).toBe('企业用户')
})

it('[PROD-23] the pricing configuration names five plans, each empty', () => {
  expect(PRICING_PLANS).toEqual({ FREE: {}, STARTER: {}, PRO: {}, BUSINESS: {}, ADMIN: {} })
})
