// Opens an auth page in jsdom with the real auth state behind it and a scripted server in the place of `fetch`, for tests.
import { MantineProvider } from '@mantine/core'
import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { queryClient } from '#platform/web/http/query-client.ts'
import { DIALOG_THEME } from '#platform/web/ui/dialog-theme.ts'
import type { Session } from '../../contract.ts'
import { makeProfile, makeUser } from './make-profile.ts'

export interface SentCall {
  readonly path: string
  readonly body: unknown
  readonly headers: Headers
}
export type Reply = { readonly status?: number; readonly body?: unknown }
type Replies = Record<string, Reply | (() => Reply | Promise<Reply>)>

export const TEST_SESSION: Session = {
  access_token: 'token',
  expires_at: '2026-01-01T00:05:00.000Z',
  expires_in: 300,
  user: makeUser(),
}
export const TEST_PROFILE = makeProfile()

/** Everything that a visitor's page may ask; tests override single replies. */
const VISITOR_REPLIES: Replies = {
  '/api/rpc/account/options': {
    body: { google: true, github: false, wechat: false, wechatInside: false, mail: false, sms: false },
  },
  '/api/rpc/account/session': { body: null },
  '/api/rpc/account/profile/get': { body: TEST_PROFILE },
  '/api/rpc/account/suggestions': { body: { exists: false, suggestions: [] } },
  '/api/auth/sign-out': { body: { success: true } },
}

export class ScriptedServer {
  readonly calls: SentCall[] = []
  #replies: Replies = VISITOR_REPLIES

  reply(replies: Replies): void {
    this.#replies = { ...this.#replies, ...replies }
  }

  /** What a successful sign-in changes for later questions. */
  signIn(): Reply {
    this.reply({ '/api/rpc/account/session': { body: TEST_SESSION } })
    return { body: { token: 'session-token', user: {} } }
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), window.location.origin), init)
    const path = new URL(request.url).pathname
    const isJson = request.headers.get('content-type')?.startsWith('application/json')
    const body: unknown = isJson ? JSON.parse((await request.text()) || 'null') : undefined
    this.calls.push({ path, body, headers: request.headers })
    const reply = this.#replies[path]
    const { status = 200, body: answer } = (typeof reply === 'function' ? await reply() : reply) ?? { status: 404 }
    return Response.json(path.startsWith('/api/rpc/') ? { json: answer } : answer, { status })
  }

  callsTo(path: string): readonly SentCall[] {
    return this.calls.filter((call) => call.path === path)
  }
}

/** jsdom lacks what Mantine asks of a browser. */
export function prepareWindow(): void {
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  cleanNotifications()
}

export function openPage(routes: RouteObject[], address: string) {
  const elsewhere: RouteObject = { path: '*', element: <p>elsewhere</p> }
  const router = createMemoryRouter([...routes, elsewhere], { initialEntries: [address] })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test" theme={{ components: DIALOG_THEME }}>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return {
    router,
    /** Path with query and hash. */
    address: () => {
      const { pathname, search, hash } = router.state.location
      return pathname + search + hash
    },
  }
}

/** Texts of the notifications so far, newest last. */
export const noticeTexts = (): string[] => {
  const { notifications, queue } = notificationsStore.getState()
  return [...notifications, ...queue].map(({ message }) => {
    const { notice } = (message as { props: { notice: { message: string } } }).props
    return notice.message
  })
}
