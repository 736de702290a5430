// Every address as each role at the guard (document 1 §6; document 2 §1, §2, §6). The addresses come from the site map, the
// expectation from the documents' sentences alone: a new address must fit one of them.
import { describe, expect, it } from 'vitest'
import { type Account, isAdmin } from '#rulebook/credits/tiers.ts'
import { guardRedirect, loginAddress, NOT_ADMIN_ADDRESS } from '#rulebook/site/guard.ts'
import { REDIRECTS, routeOf } from '#rulebook/site/site-map.ts'
import { ALL_PAGE_PATHS } from './testing/all-page-paths.ts'

const ADDRESSES = [...new Set([...ALL_PAGE_PATHS, ...Object.keys(REDIRECTS)])]
const isOfProfileOrTool = (path: string) => /^\/profile(\/|$)|^\/ai\//.test(path)
const isOfAdmin = (path: string) => /^\/admin(\/|$)/.test(path)

const ACCOUNTS: Readonly<Record<string, Account>> = {
  free: { userType: 'free' },
  premium: { userType: 'premium' },
  vip: { userType: 'vip' },
  suspended: { userType: 'free', status: 'suspended' },
  banned: { userType: 'free', status: 'banned' },
  'an admin that is banned': { userType: 'admin', status: 'banned' },
}
const sentTo = (path: string, account: Account | undefined) =>
  guardRedirect(routeOf(path).access, path, { isAuthenticated: account !== undefined, isAdmin: isAdmin(account) })

describe.each(ADDRESSES)('%s', (path) => {
  it('[ROLE-01] [ROLE-02] [PROD-28] a visitor opens it, or goes to the login when it is a profile, tool or admin page', () => {
    const isGuarded = isOfProfileOrTool(path) || isOfAdmin(path)
    expect(sentTo(path, undefined)).toBe(isGuarded ? loginAddress(path) : undefined)
  })

  it.each(Object.entries(ACCOUNTS))('[ROLE-03] [PROD-28] %s opens it unless it is an admin page', (_role, account) => {
    expect(sentTo(path, account)).toBe(isOfAdmin(path) ? NOT_ADMIN_ADDRESS : undefined)
  })

  it('[ROLE-07] [PROD-28] an admin opens it', () => {
    expect(sentTo(path, { userType: 'admin', status: 'active' })).toBeUndefined()
  })
})

it('covers open, profile, tool and admin pages', () => {
  expect(ADDRESSES.filter(isOfAdmin).length).toBeGreaterThan(5)
  expect(ADDRESSES.filter(isOfProfileOrTool).length).toBeGreaterThan(25)
  expect(ADDRESSES).toEqual(expect.arrayContaining(['/', '/ai', '/auth/login', '/terms-of-service', '/profile/info']))
})
