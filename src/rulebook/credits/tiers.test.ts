// Account types, permissions, statuses.
import { describe, expect, it } from 'vitest'
import { billingTypeLabel } from './billing.ts'
import {
  DEFAULT_USER_TYPE,
  EDITABLE_USER_TYPES,
  hasPermission,
  hasUnlimitedAi,
  higherTier,
  isAdmin,
  isPremiumType,
  mayStartJobs,
  mayUseAi,
  PERMISSIONS,
  restrictionOf,
  USER_STATUSES,
  USER_TYPES,
  userStatusLabel,
  userTypeLabel,
} from './tiers.ts'

const permissionsOf = (userType: string) => PERMISSIONS.filter((name) => hasPermission({ userType }, name))

describe('tiers', () => {
  it('[TIER-01] AI needs a signed-in account that is not banned', () => {
    expect(mayUseAi(undefined)).toBe(false)
    expect(mayUseAi({ userType: 'banned', status: 'active' })).toBe(false)
    expect(mayUseAi({ userType: 'admin', status: 'banned' })).toBe(false)
    expect(mayUseAi({ userType: 'free', status: null })).toBe(true)
  })
  it('keeps suspended accounts from starting jobs only', () => {
    expect(mayUseAi({ userType: 'vip', status: 'suspended' })).toBe(true)
    expect(mayStartJobs({ userType: 'vip', status: 'suspended' })).toBe(false)
    expect(mayStartJobs({ userType: 'free', status: 'active' })).toBe(true)
  })
  it('a ban outranks a suspension, by whichever of the two fields (C-03, U-14)', () => {
    const restrictions = [
      [{ userType: 'free', status: 'active' }, undefined],
      [{ userType: 'vip', status: null }, undefined],
      [{ userType: 'free', status: 'suspended' }, 'suspended'],
      [{ userType: 'banned', status: 'suspended' }, 'banned'],
      [{ userType: 'banned' }, 'banned'],
      [{ userType: 'admin', status: 'banned' }, 'banned'],
    ] as const
    for (const [account, restriction] of restrictions) expect(restrictionOf(account)).toBe(restriction)
    for (const [account, restriction] of restrictions) expect(mayStartJobs(account)).toBe(restriction === undefined)
    expect(mayStartJobs(undefined)).toBe(false)
  })
  it('[TIER-06] premium, vip and admin count as premium', () => {
    expect(['free', 'premium', 'vip', 'admin', 'banned', 'paid'].filter(isPremiumType)).toEqual([
      'premium',
      'vip',
      'admin',
    ])
  })
  it('[TIER-07] free is the default', () => expect(DEFAULT_USER_TYPE).toBe('free'))
  it('[TIER-08] free', () => expect(permissionsOf('free')).toEqual(['basic_edit', 'trial_ai']))
  it('[TIER-09] premium', () =>
    expect(permissionsOf('premium')).toEqual(['basic_edit', 'unlimited_ai', 'batch_process']))
  it('[TIER-10] vip', () =>
    expect(permissionsOf('vip')).toEqual(['basic_edit', 'unlimited_ai', 'batch_process', 'priority_support']))
  it('[TIER-11] admin', () =>
    expect(permissionsOf('admin')).toEqual([
      'basic_edit',
      'trial_ai',
      'unlimited_ai',
      'batch_process',
      'priority_support',
    ]))
  it('[TIER-12] an unknown tier has none', () => {
    for (const userType of ['paid', 'enterprise', 'PRO', 'constructor', '']) expect(permissionsOf(userType)).toEqual([])
  })
  it('[TIER-13] nobody has a permission without being signed in', () => {
    expect(PERMISSIONS.some((name) => hasPermission(undefined, name))).toBe(false)
  })
  it('[TIER-14] premium types have unlimited AI, and a ban outranks it', () => {
    for (const userType of ['premium', 'vip', 'admin']) {
      expect(hasUnlimitedAi({ userType })).toBe(true)
      expect(hasUnlimitedAi({ userType, status: 'banned' })).toBe(false)
    }
    expect(hasUnlimitedAi({ userType: 'free' })).toBe(false)
    expect(isAdmin({ userType: 'admin', status: 'banned' })).toBe(false)
  })
  it('[TIER-15] no further rule decides: AI use by the ban alone, a permission by ban and tier alone (U-42)', () => {
    for (const userType of [...USER_TYPES, 'unknown']) {
      for (const status of [...USER_STATUSES, null, undefined]) {
        const isFree = userType !== 'banned' && status !== 'banned'
        expect(mayUseAi({ userType, status })).toBe(isFree)
        expect(PERMISSIONS.filter((permission) => hasPermission({ userType, status }, permission))).toEqual(
          isFree ? permissionsOf(userType) : [],
        )
      }
    }
  })
  it('has five types, four of which an admin may set', () => {
    expect(USER_TYPES).toEqual(['free', 'premium', 'vip', 'admin', 'banned'])
    expect(EDITABLE_USER_TYPES).toEqual(['free', 'premium', 'vip', 'admin'])
  })
})

it('of two accounts that become one the better tier stays, whichever comes first', () => {
  const tiers = ['free', 'premium', 'vip', 'admin']
  for (const [low, lower] of tiers.entries())
    for (const higher of tiers.slice(low))
      expect([higherTier(lower, higher), higherTier(higher, lower)]).toEqual([higher, higher])
  expect([higherTier('free', 'unheard-of'), higherTier('unheard-of', 'free')]).toEqual(['free', 'free'])
})

describe('labels', () => {
  it('names the types as navigation and admin pages do', () => {
    expect(['free', 'premium', 'vip', 'admin', 'banned'].map(userTypeLabel)).toEqual([
      '免费版',
      '高级版',
      'VIP版',
      '管理员',
      '封禁',
    ])
  })
  it('calls what nobody knows by the least', () => {
    expect([undefined, 'unheard-of', 'constructor'].map(userTypeLabel)).toEqual(['免费版', '免费版', '免费版'])
    expect([undefined, 'unheard-of', 'constructor'].map(billingTypeLabel)).toEqual(['免费用户', '免费用户', '免费用户'])
    expect(['unheard-of', 'constructor'].map(userStatusLabel)).toEqual(['正常', '正常'])
  })
  it('names them as the billing page does', () => {
    expect(['free', 'paid', 'enterprise', 'admin', 'premium', 'vip'].map(billingTypeLabel)).toEqual([
      '免费用户',
      '付费用户',
      '企业用户',
      '超级管理员',
      '付费用户',
      '企业用户',
    ])
  })
  it('[DATA-PROC-07] an absent status reads as active', () => {
    expect([null, undefined, 'active'].map(userStatusLabel)).toEqual(['正常', '正常', '正常'])
    expect(['suspended', 'banned'].map(userStatusLabel)).toEqual(['暂停', '封禁'])
  })
})
