// Account types, statuses, permissions and their labels (document 1 §1, §5, §6; document 2 §4, §6; C-02, C-03, C-05, U-14).
// The tier model governs behaviour; every other name is a label only and never feeds a permission check.
import { lookUp } from '../look-up.ts'

export const USER_TYPES = ['free', 'premium', 'vip', 'admin', 'banned'] as const
export type UserType = (typeof USER_TYPES)[number]
export const DEFAULT_USER_TYPE: UserType = 'free'
/** What an admin may set in the edit modal (document 2 §4). */
export const EDITABLE_USER_TYPES = ['free', 'premium', 'vip', 'admin'] as const satisfies readonly UserType[]
/** Tiers counted as premium: unlimited AI (document 1 §9). */
export const PREMIUM_TYPES = ['premium', 'vip', 'admin'] as const satisfies readonly UserType[]

export const USER_STATUSES = ['active', 'suspended', 'banned'] as const
export type UserStatus = (typeof USER_STATUSES)[number]
/** An absent status means active (document 2 §3). */
export const DEFAULT_USER_STATUS: UserStatus = 'active'
export const USER_STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  active: '正常',
  suspended: '暂停',
  banned: '封禁',
}

export const PERMISSIONS = ['basic_edit', 'trial_ai', 'unlimited_ai', 'batch_process', 'priority_support'] as const
export type Permission = (typeof PERMISSIONS)[number]
const TIER_PERMISSIONS: Readonly<Record<string, readonly Permission[]>> = {
  free: ['basic_edit', 'trial_ai'],
  premium: ['basic_edit', 'unlimited_ai', 'batch_process'],
  vip: ['basic_edit', 'unlimited_ai', 'batch_process', 'priority_support'],
  admin: PERMISSIONS,
}

/** Labels of navigation, profile and admin pages. */
export const USER_TYPE_LABELS: Readonly<Record<UserType, string>> = {
  free: '免费版',
  premium: '高级版',
  vip: 'VIP版',
  admin: '管理员',
  banned: '封禁', // the only label given for it (C-03)
}
/** A third set of names, with empty configs, shown nowhere (document 1 §1, P-19). */
export const PRICING_PLANS = { FREE: {}, STARTER: {}, PRO: {}, BUSINESS: {}, ADMIN: {} } as const

/** What the tier rules need to know of an account; unknown stored values are possible and grant nothing. */
export interface Account {
  readonly userType: string
  readonly status?: string | null
}

const TIER_ORDER: readonly string[] = ['free', 'premium', 'vip', 'admin']
/** The better tier of two accounts that become one stays (C-53: nothing that was paid for vanishes). */
export const higherTier = (one: string, other: string): string =>
  TIER_ORDER.indexOf(other) > TIER_ORDER.indexOf(one) ? other : one

export const isPremiumType = (userType: string): boolean => (PREMIUM_TYPES as readonly string[]).includes(userType)

/** Banned by type or by status; outranks every tier (C-03). */
export const isBanned = ({ userType, status }: Account): boolean => userType === 'banned' || status === 'banned'
export const isSuspended = ({ status }: Account): boolean => status === 'suspended'

/** The reason why an account may not do everything, or undefined (U-14). A ban outranks a suspension. */
export const restrictionOf = (account: Account): 'banned' | 'suspended' | undefined => {
  if (isBanned(account)) return 'banned'
  return isSuspended(account) ? 'suspended' : undefined
}

/** Premium, vip and admin run without a charge, unless banned (C-05). */
export const hasUnlimitedAi = (account: Account): boolean => isPremiumType(account.userType) && !isBanned(account)

/** AI use is allowed only when signed in and not banned; undefined stands for a visitor (document 1 §5). */
export const mayUseAi = (account: Account | undefined): account is Account =>
  account !== undefined && !isBanned(account)

/** A suspended account keeps sign-in, history, bills and downloads, but starts no job and buys nothing (U-14). */
export const mayStartJobs = (account: Account | undefined): boolean => mayUseAi(account) && !isSuspended(account)

/** False without an account or with a banned one; an unknown tier has no permission (document 1 §6). */
export const hasPermission = (account: Account | undefined, permission: Permission): boolean =>
  account !== undefined &&
  !isBanned(account) &&
  (lookUp(TIER_PERMISSIONS, account.userType)?.includes(permission) ?? false)

export const isAdmin = (account: Account | undefined): boolean => account?.userType === 'admin' && !isBanned(account)

export const userTypeLabel = (userType: string | undefined): string =>
  lookUp(USER_TYPE_LABELS, userType) ?? USER_TYPE_LABELS[DEFAULT_USER_TYPE]

export const userStatusLabel = (status: string | null | undefined): string =>
  lookUp(USER_STATUS_LABELS, status) ?? USER_STATUS_LABELS[DEFAULT_USER_STATUS]
