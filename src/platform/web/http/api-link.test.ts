import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setAccessTokenSource } from './api-headers.ts'
import { fetchSignedIn } from './api-link.ts'
import { setWindowPerson } from './window-person.ts'

const fetchMock = vi.fn<typeof fetch>()
const source = vi.fn(async (mustRefresh?: boolean): Promise<string | null> => (mustRefresh ? 'fresh' : 'stale'))
const request = () => new Request('http://localhost/api/rpc/a', { method: 'POST', body: '{"a":1}' })
const sent = (call: number) => fetchMock.mock.calls[call]![0] as Request

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  setAccessTokenSource(source)
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  source.mockReset()
  source.mockImplementation(async (mustRefresh) => (mustRefresh ? 'fresh' : 'stale'))
  setWindowPerson(undefined)
})

it('sends bearer token, api key and client info', async () => {
  fetchMock.mockResolvedValue(new Response('{}'))
  await fetchSignedIn(request())
  expect(sent(0).headers.get('authorization')).toBe('Bearer stale')
  expect(sent(0).headers.get('apikey')).toBe('huanying-web')
  expect(sent(0).headers.get('x-client-info')).toMatch(/^huanying-web\//)
})

it('renews a refused token and repeats the call once, with its body', async () => {
  fetchMock.mockResolvedValueOnce(new Response('', { status: 401 })).mockResolvedValueOnce(new Response('{}'))
  expect((await fetchSignedIn(request())).status).toBe(200)
  expect(sent(1).headers.get('authorization')).toBe('Bearer fresh')
  expect(await sent(1).text()).toBe('{"a":1}')
})

it('repeats nothing in the name of somebody else, who has signed in meanwhile', async () => {
  setWindowPerson('a')
  fetchMock.mockResolvedValue(new Response('', { status: 401 }))
  source.mockImplementation(async (mustRefresh) => {
    if (mustRefresh) setWindowPerson('b')
    return mustRefresh ? 'token of b' : 'token of a'
  })
  expect((await fetchSignedIn(request())).status).toBe(401)
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

it('sends nothing in the name of somebody else, who has signed in while the call waited for its token', async () => {
  setWindowPerson('a')
  source.mockImplementation(async () => {
    setWindowPerson('b')
    return 'token of b'
  })
  await expect(fetchSignedIn(request())).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(fetchMock).not.toHaveBeenCalled()
})

it('sends with the token of whom it is known meanwhile that they are signed in', async () => {
  fetchMock.mockResolvedValueOnce(new Response('', { status: 401 })).mockResolvedValueOnce(new Response('{}'))
  source.mockImplementation(async () => {
    setWindowPerson('a')
    return 'token of a'
  })
  expect((await fetchSignedIn(request())).status).toBe(200)
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

it('does not repeat a second time', async () => {
  fetchMock.mockImplementation(async () => new Response('', { status: 401 }))
  expect((await fetchSignedIn(request())).status).toBe(401)
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

it('a visitor sends no token and is not asked to renew one', async () => {
  setAccessTokenSource(async () => null)
  fetchMock.mockResolvedValue(new Response('', { status: 401 }))
  expect((await fetchSignedIn(request())).status).toBe(401)
  expect(sent(0).headers.has('authorization')).toBe(false)
  expect(fetchMock).toHaveBeenCalledTimes(1)
})
