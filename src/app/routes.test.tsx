// @vitest-environment jsdom
// The route table, run by the real router with the real guard and the real forwarding; pages are only named.

import { MantineProvider } from '@mantine/core'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { REDIRECTS } from '#rulebook/site/site-map.ts'
import { Guarded } from './guarded.tsx'
import ForwardRoute from './routes/forward.tsx'
import routes from './routes.ts'
import { ALL_PAGE_PATHS } from './testing/all-page-paths.ts'

const visitors = vi.hoisted(() => ({
  signedOut: { initialized: true, isAuthenticated: false, isAdmin: false },
  signedIn: { initialized: true, isAuthenticated: true, isAdmin: false },
  admin: { initialized: true, isAuthenticated: true, isAdmin: true },
}))
const current = vi.hoisted(() => ({ visitor: {} as (typeof visitors)['signedIn'] }))

vi.mock('#features/account/web/session/auth-store.ts', () => ({
  useAuth: () => current.visitor,
  authOf: () => current.visitor,
  authStore: { getState: () => current.visitor },
}))

const REAL: Record<string, RouteObject['element']> = {
  './routes/forward.tsx': <ForwardRoute />,
  './routes/login-required.tsx': <Guarded access="login" />,
  './routes/tool-area.tsx': <Guarded access="login" />,
  './routes/admin-required.tsx': <Guarded access="admin" />,
  './routes/profile-area.tsx': undefined,
  './routes/admin-area.tsx': undefined,
}
const pageName = (file: string): string => file.replace('./routes/', '').replace('.tsx', '')
const toRoute = ({ path, index, file, children }: RouteConfigEntry): RouteObject =>
  index
    ? { index: true, element: <p data-testid="page">{pageName(file)}</p> }
    : {
        path,
        element: file in REAL ? REAL[file] : <p data-testid="page">{pageName(file)}</p>,
        children: children?.map(toRoute),
      }

/** Opens an address and answers where it ended and which page stands there. */
async function open(visitor: keyof typeof visitors, address: string) {
  current.visitor = visitors[visitor]
  const router = createMemoryRouter(routes.map(toRoute), { initialEntries: [address] })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  const page = (await screen.findByTestId('page')).textContent
  const { pathname, search, hash } = router.state.location
  return { page, address: pathname + search + hash }
}
const loginFor = (wanted: string) => `/auth/login?redirect=${encodeURIComponent(wanted)}`

beforeAll(prepareDom)
afterEach(cleanup)

describe('open pages', () => {
  it.each([
    ['[ROUTE-01]', '/', 'landing'],
    ['[ROUTE-03]', '/auth/login', 'login'],
    ['[ROUTE-04]', '/auth/register', 'register'],
    ['[ROUTE-05]', '/auth/callback', 'callback'],
    ['[ROUTE-06]', '/auth/forgot-password', 'forgot-password'],
    ['[ROUTE-08]', '/terms-of-service', 'terms-of-service'],
    ['[ROUTE-09]', '/privacy-policy', 'privacy-policy'],
    ['[ROUTE-16]', '/ai', 'catalogue'],
    ['', '/auth/reset-password', 'reset-password'],
    ['', '/no/such/page', 'not-found'],
  ])('%s %s is open and shows %s', async (_row, path, page) => {
    expect(await open('signedOut', path)).toEqual({ page, address: path })
  })

  it('[ROUTE-14] /editor forwards to /ai, signed out too', async () => {
    expect(await open('signedOut', '/editor')).toEqual({ page: 'catalogue', address: '/ai' })
  })

  it('[ROUTE-15] /login shows the login page and keeps query and hash', async () => {
    expect(await open('signedOut', '/login?redirect=%2Fai#top')).toEqual({
      page: 'login',
      address: '/auth/login?redirect=%2Fai#top',
    })
  })
})

describe('pages that require login', () => {
  it.each([
    ['[ROUTE-10]', '/profile', '/profile/info', 'profile-info'],
    ['[ROUTE-11]', '/profile/info', '/profile/info', 'profile-info'],
    ['[ROUTE-12]', '/profile/history', '/profile/history', 'profile-history'],
    ['[ROUTE-13]', '/profile/billing', '/profile/billing', 'profile-billing'],
    ['[ROUTE-17]', '/ai/enhance', '/ai/enhance/standard/standard-v2', 'tool'],
    ['[ROUTE-18]', '/ai/sharpen', '/ai/sharpen/standard/standard', 'tool'],
    ['[ROUTE-19]', '/ai/denoise', '/ai/denoise/normal', 'tool'],
    ['[ROUTE-20]', '/ai/lighting', '/ai/lighting/adjust', 'tool'],
    ['[ROUTE-21]', '/ai/enhance-generative', '/ai/enhance/generative/recovery-v2', 'tool'],
    ['[ROUTE-22]', '/ai/sharpen-generative', '/ai/sharpen/generative/super-focus-v2', 'tool'],
    ['[ROUTE-23]', '/ai/restore', '/ai/restore/dust-scratch', 'tool'],
    ['[ROUTE-58]', '/ai/enhance/low-resolution', '/ai/enhance/standard/low-resolution-v2', 'tool'],
    ['[ROUTE-59]', '/ai/enhance/cgi', '/ai/enhance/standard/cgi', 'tool'],
    ['[ROUTE-60]', '/ai/enhance/high-fidelity', '/ai/enhance/standard/high-fidelity-v2', 'tool'],
    ['[ROUTE-61]', '/ai/enhance/text-refine', '/ai/enhance/standard/text-refine', 'tool'],
    ['[ROUTE-62]', '/ai/denoise/standard', '/ai/denoise/normal', 'tool'],
    ['[ROUTE-63]', '/ai/lighting/smart', '/ai/lighting/adjust', 'tool'],
    ['C-45', '/ai/sharpen/standard/very-soft-focus', '/ai/sharpen/standard/refocus', 'tool'],
    ['U-12', '/ai/enhance/standard', '/ai/enhance/standard/standard-v2', 'tool'],
    ['U-12', '/ai/enhance/standard/nope', '/ai/enhance/standard/nope', 'tool'],
  ])('%s %s leads to %s; signed out to login', async (_row, path, target, page) => {
    expect(await open('signedIn', path)).toEqual({ page, address: target })
    cleanup()
    // ROUTE-24: a forwarding address sends to login as well, never to the tool page.
    expect(await open('signedOut', path)).toEqual({ page: 'login', address: loginFor(path) })
  })

  it('the redirect query holds query and hash of the wanted address', async () => {
    const wanted = '/profile/billing?pack=pile#packs'
    expect(await open('signedOut', wanted)).toEqual({ page: 'login', address: loginFor(wanted) })
  })
})

describe('admin pages', () => {
  it.each([
    ['[ROUTE-25]', '/admin', 'admin-dashboard'],
    ['[ROUTE-26]', '/admin/users', 'admin-users'],
    ['[ROUTE-27]', '/admin/credit-pool', 'admin-pool'],
    ['[ROUTE-28]', '/admin/stats', 'admin-stats'],
    ['[ROUTE-29]', '/admin/settings', 'admin-settings'],
    ['[ROUTE-30]', '/admin/logs', 'admin-logs'],
  ])('%s %s: admin in, consumer to /profile/info with the error, signed out to login', async (_row, path, page) => {
    expect(await open('admin', path)).toEqual({ page, address: path })
    cleanup()
    expect(await open('signedIn', path)).toEqual({
      page: 'profile-info',
      address: `/profile/info?error=${encodeURIComponent('您没有访问管理员后台的权限')}`,
    })
    cleanup()
    expect(await open('signedOut', path)).toEqual({ page: 'login', address: loginFor(path) })
  })
})

it('every page and every forwarding address of the site map has a route of its own, and no other has', () => {
  const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ index, path, children }) => [
      ...(index ? ['/'] : path !== undefined && !path.endsWith('*') ? [`/${path}`] : []),
      ...pathsOf(children ?? []),
    ])
  const known = new Set([...ALL_PAGE_PATHS, ...Object.keys(REDIRECTS)])
  expect(new Set(pathsOf(routes))).toEqual(known)
})
