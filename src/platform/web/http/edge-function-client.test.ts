import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setAccessTokenSource } from './api-headers.ts'
import { createEdgeFunctionClient } from './edge-function-client.ts'

const fetchMock = vi.fn<typeof fetch>()
const client = createEdgeFunctionClient('https://service.example/functions/v1')
const sentHeaders = () => fetchMock.mock.calls[0]![1]!.headers as Record<string, string>

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  setAccessTokenSource(async () => 'token-1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
})

it('[PROC-16] posts JSON with the bearer token to {base}/{functionName}', async () => {
  fetchMock.mockResolvedValue(Response.json({ success: true }))
  await client.invoke('topaz-process', { model: 'Standard V2' })
  const [address, init] = fetchMock.mock.calls[0]!
  expect(address).toBe('https://service.example/functions/v1/topaz-process')
  expect(init).toMatchObject({ method: 'POST', body: '{"model":"Standard V2"}' })
  expect(sentHeaders()).toMatchObject({ authorization: 'Bearer token-1', 'content-type': 'application/json' })
})

it('[PROC-17] sends a region only when one is given', async () => {
  fetchMock.mockImplementation(async () => Response.json({}))
  await client.invoke('f', {})
  expect(sentHeaders()).not.toHaveProperty('x-region')
  fetchMock.mockClear()
  await client.invoke('f', {}, { region: 'ap-east-1' })
  expect(sentHeaders()).toMatchObject({ 'x-region': 'ap-east-1' })
})

describe('[PROC-18] reads the answer by its content type', () => {
  const answered = async (body: BodyInit, type?: string) => {
    fetchMock.mockResolvedValue(new Response(body, type ? { headers: { 'content-type': type } } : {}))
    return client.invoke('f', {})
  }
  it('JSON', async () => expect(await answered('{"a":1}', 'application/json; charset=utf-8')).toEqual({ a: 1 }))
  it('text', async () => expect(await answered('hello', 'text/plain')).toBe('hello'))
  it('bytes', async () => {
    const blob = (await answered('PNG', 'image/png')) as Blob
    expect([blob.size, blob.type]).toEqual([3, 'image/png'])
  })
  it('form data', async () => {
    const form = new FormData()
    form.append('name', 'value')
    const response = new Response(form)
    fetchMock.mockResolvedValue(response)
    expect(((await client.invoke('f', {})) as FormData).get('name')).toBe('value')
  })
})

describe('its errors are codes of the register', () => {
  it('no answer', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(client.invoke('f', {})).rejects.toMatchObject({ code: 'edge-fetch-failed' })
  })
  it('trouble between', async () => {
    fetchMock.mockResolvedValue(new Response('', { status: 502, headers: { 'x-relay-error': 'true' } }))
    await expect(client.invoke('f', {})).rejects.toMatchObject({ code: 'edge-relay-failed' })
  })
  it('an answer other than 2xx', async () => {
    fetchMock.mockResolvedValue(new Response('', { status: 418 }))
    await expect(client.invoke('f', {})).rejects.toMatchObject({ code: 'edge-http-failed', data: { status: 418 } })
  })
})
