// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SiteStatus } from '#features/site/contract.ts'
import { prepareDom } from '#platform/web/testing/render-page.tsx'
import { PageShell } from './page-shell.tsx'
import { SIGNED_IN, SIGNED_OUT } from './testing/visitors.ts'
import { type Visitor, VisitorContext } from './visitor.ts'

const NOBODY = { name: null, contactEmail: null, icpNumber: null, policeNumber: null }
const QUIET: SiteStatus = { maintenance: false, emergencyStop: false, announcement: '', operator: NOBODY }
const answer = vi.fn<() => SiteStatus>()

function open(path: string, visitor: Visitor = SIGNED_OUT) {
  const page = (
    <PageShell>
      <h1>page</h1>
    </PageShell>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <VisitorContext.Provider value={visitor}>
          <RouterProvider router={router} />
        </VisitorContext.Provider>
      </MantineProvider>
    </QueryClientProvider>,
  )
}

beforeAll(prepareDom)
beforeEach(() => {
  answer.mockReturnValue(QUIET)
  vi.stubGlobal('fetch', async () => Response.json({ json: answer() }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('[NAV-01] one navigation bar, one main, one footer around every page', () => {
  open('/anything/at/all')
  expect(screen.getAllByRole('banner')).toHaveLength(1)
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getAllByRole('contentinfo')).toHaveLength(1)
})

it('the skip link leads to main', () => {
  open('/')
  const target = screen.getByRole('link', { name: '跳到主要内容' }).getAttribute('href')
  expect(`#${screen.getByRole('main').id}`).toBe(target)
})

it('[LAND-35] [LAND-36] [LAND-38] the footer links to privacy and terms and has a copyright line', () => {
  open('/')
  const footer = screen.getByRole('contentinfo')
  const targets = [...footer.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(targets).toEqual(expect.arrayContaining(['/privacy-policy', '/terms-of-service']))
  expect(footer.textContent).toMatch(/© \d{4} 焕影/)
})

it('[LAND-37] the contact link exists once an address is configured, never to nobody (P-22)', async () => {
  open('/')
  await waitFor(() => expect(answer).toHaveBeenCalled())
  expect(screen.getByRole('contentinfo').textContent).not.toContain('联系')
  cleanup()
  answer.mockReturnValue({ ...QUIET, operator: { ...NOBODY, contactEmail: 'help@example.com' } })
  open('/')
  const contact = await screen.findByRole('link', { name: '联系客服' })
  expect(contact.getAttribute('href')).toBe('mailto:help@example.com')
})

it('shows the announcement on every route (U-23)', async () => {
  answer.mockReturnValue({ ...QUIET, announcement: '今晚升级' })
  open('/ai')
  expect(await screen.findByText('今晚升级')).toBeDefined()
})

it('tells a suspended and a banned account on every route what it may not do, and whom to ask (U-14)', async () => {
  answer.mockReturnValue({ ...QUIET, operator: { ...NOBODY, contactEmail: 'help@example.com' } })
  const texts = {
    suspended: '账户已被暂停，暂时不能开始处理或购买；仍可查看和下载已有内容。如有疑问请联系客服。',
    banned: '账户已被封禁，无法使用 AI 功能。如有疑问请联系客服。',
  } as const
  for (const restriction of ['suspended', 'banned'] as const) {
    open('/profile/history', { ...SIGNED_IN, restriction })
    const notice = await screen.findByRole('region', { name: '账户状态' }, { timeout: 10_000 })
    await waitFor(() => expect(notice.textContent).toBe(`${texts[restriction]}联系邮箱：help@example.com`))
    expect(notice.querySelector('a')?.getAttribute('href')).toBe('mailto:help@example.com')
    cleanup()
  }
  open('/profile/history', SIGNED_IN)
  await screen.findByRole('link', { name: '联系客服' })
  expect(screen.queryByRole('region', { name: '账户状态' })).toBeNull()
})

describe('maintenance (C-48)', () => {
  beforeEach(() => {
    answer.mockReturnValue({ ...QUIET, maintenance: true })
  })

  it('consumers get the maintenance page, with the navigation around it', async () => {
    open('/ai', SIGNED_IN)
    expect(await screen.findByRole('heading', { name: '系统维护中' })).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'page' })).toBeNull()
    expect(screen.getByRole('banner')).toBeDefined()
    // Administrators know their address; consumers are offered what they can use.
    expect(screen.queryByText(/管理员/)).toBeNull()
    expect(within(screen.getByRole('main')).queryAllByRole('link')).toEqual([])
  })

  it('login stays reachable, and administrators see every page', async () => {
    open('/auth/login')
    await waitFor(() => expect(answer).toHaveBeenCalled())
    expect(screen.getByRole('heading', { name: 'page' })).toBeDefined()
    cleanup()
    open('/ai', { ...SIGNED_IN, isAdmin: true })
    await waitFor(() => expect(answer.mock.calls.length).toBeGreaterThan(1))
    expect(screen.getByRole('heading', { name: 'page' })).toBeDefined()
  })

  it('trying again opens the page once it is over', async () => {
    open('/ai')
    await screen.findByRole('heading', { name: '系统维护中' })
    answer.mockReturnValue(QUIET)
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('heading', { name: 'page' })).toBeDefined()
  })
})

it('a service that does not answer leaves the page as it is (U-50)', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  open('/ai')
  expect(await screen.findByRole('heading', { name: 'page' })).toBeDefined()
})

describe('developer info panel', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('the panel of a development build names what is not ready', async () => {
    vi.stubGlobal('fetch', async (input: RequestInfo) =>
      String(input) === '/readyz'
        ? Response.json({ status: 'unready', parts: { database: true, storage: false } })
        : Response.json({ json: { provider: 'local', unsupportedParams: {} } }),
    )
    open('/ai/denoise/normal')
    const panel = (await screen.findByText('开发者信息')).closest('details')!
    await waitFor(() => expect(panel.textContent).toContain('AI 服务数量1'))
    expect(panel.textContent).toContain('服务健康unready')
    expect(panel.textContent).toContain('配置错误storage')
    expect(panel.textContent).toContain('/ai/denoise/normal · processing-page · login')
  })

  it('[NAV-07] a production build does not', async () => {
    vi.stubEnv('DEV', false)
    open('/ai')
    await waitFor(() => expect(answer).toHaveBeenCalled())
    expect(screen.queryByText('开发者信息')).toBeNull()
  })
})

it('says when the network is gone, and stops saying it when it is back', async () => {
  open('/')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(await screen.findByText(/网络已断开/)).toBeDefined()
  onLine.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(screen.queryByText(/网络已断开/)).toBeNull())
  onLine.mockRestore()
})
