// Renders a page part in tests as the application does: look, queries, router, session, notices. jsdom lacks three browser
// parts that the component library asks for; they are given here with the least that works.
import { MantineProvider } from '@mantine/core'
import { cleanNotifications, Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router'
import { SessionContext, type SessionView } from '../http/session-context.ts'
import { DIALOG_THEME } from '../ui/dialog-theme.ts'

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const noMatch = (query: string): MediaQueryList =>
  ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }) as unknown as MediaQueryList

/** Call once per test file, before the first render. */
export function prepareDom(): void {
  globalThis.ResizeObserver = NoResizeObserver
  window.matchMedia = noMatch
  Element.prototype.scrollIntoView = () => {}
}

export const TEST_SESSION: SessionView = {
  isAuthenticated: true,
  userType: 'free',
  status: 'active',
  creditsRemaining: 5,
  refreshProfile: async () => {},
}

/** The part inside all its providers; `path` is the router's address; `isLeavable`: on that address alone, beside others, with a router that can be held up. */
export function renderPage(
  part: ReactNode,
  options: { readonly session?: Partial<SessionView>; readonly path?: string; readonly isLeavable?: boolean } = {},
) {
  cleanup() // of the test before
  cleanNotifications()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test" theme={{ components: DIALOG_THEME }}>
        <Notifications />
        <SessionContext.Provider value={{ ...TEST_SESSION, ...options.session }}>
          {options.isLeavable ? (
            <RouterProvider router={leavable(part, options.path ?? '/')} />
          ) : (
            <MemoryRouter initialEntries={[options.path ?? '/']}>{part}</MemoryRouter>
          )}
        </SessionContext.Provider>
      </MantineProvider>
    </QueryClientProvider>,
  )
}

const leavable = (part: ReactNode, path: string) =>
  createMemoryRouter(
    [
      { path, element: part },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [path] },
  )
