// @vitest-environment jsdom
// Signing out while a guarded page is open and the landing page's code is still on its way.
import { MantineProvider } from '@mantine/core'
import { cleanNotifications, Notifications } from '@mantine/notifications'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Navigate, Outlet, RouterProvider, useOutletContext } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { dropKeptFile } from '#platform/web/kept-file.ts'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { SIGNED_IN } from './testing/visitors.ts'
import { useSignOut } from './use-sign-out.ts'

function Shell({ place = 'dropdown' }: { readonly place?: 'dropdown' | 'general' }) {
  const [isSignedIn, setSignedIn] = useState(true)
  const signOut = useSignOut({ ...SIGNED_IN, signOut: (pageLeft) => pageLeft!.then(() => setSignedIn(false)) }, place)
  return (
    <>
      <button type="button" onClick={signOut}>
        out
      </button>
      <p>{isSignedIn ? 'signed in' : 'signed out'}</p>
      <Outlet context={isSignedIn} />
    </>
  )
}
const GuardedPage = () => (useOutletContext<boolean>() ? <p>profile</p> : <Navigate to="/auth/login" />)
const slowLanding = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  return { Component: () => <p>landing</p> }
}

vi.mock('#platform/web/kept-file.ts', () => ({ dropKeptFile: vi.fn(async () => {}) }))

beforeAll(prepareDom)
beforeEach(() => vi.mocked(dropKeptFile).mockClear())
afterEach(() => {
  cleanup()
  cleanNotifications()
})

it('[UDROP-24] ends on the landing page, never on the login page of the guard', async () => {
  const visited: string[] = []
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        children: [
          { path: '/', lazy: slowLanding },
          { path: '/auth/login', element: <p>login</p> },
          { path: '/profile/info', Component: GuardedPage },
        ],
      },
    ],
    { initialEntries: ['/profile/info'] },
  )
  router.subscribe(({ location }) => visited.push(location.pathname))
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'out' }))
  await waitFor(() => expect(screen.getByText('signed out')).toBeDefined())
  expect(screen.getByText('landing')).toBeDefined()
  expect(visited).not.toContain('/auth/login')
})

it('[ERR-ACC-08] says 已成功登出 where it was not the dropdown, once (C-31)', async () => {
  const router = createMemoryRouter([
    { element: <Shell place="general" />, children: [{ path: '/', element: <p>landing</p> }] },
  ])
  render(
    <MantineProvider env="test">
      <Notifications />
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'out' }))
  expect(await screen.findAllByText('已成功登出')).toHaveLength(1)
  expect(screen.queryByText('已成功退出登录')).toBeNull()
  // A file that waited for the next sign-in waits no longer.
  expect(dropKeptFile).toHaveBeenCalledTimes(1)
})

it('signs out also from a button that goes with the page that is left', async () => {
  const router = createMemoryRouter(
    [
      { path: '/', lazy: slowLanding },
      { path: '/admin', element: <Shell place="general" /> },
    ],
    { initialEntries: ['/admin'] },
  )
  render(
    <MantineProvider env="test">
      <Notifications />
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'out' }))
  expect(await screen.findAllByText('已成功登出', {}, { timeout: 20_000 })).toHaveLength(1)
  expect(screen.getByText('landing')).toBeDefined()
})
