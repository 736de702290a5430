// When a request is repeated: only where the first cannot have arrived.
import { afterEach, expect, it, vi } from 'vitest'
import { postMessage, type VendorRequest } from './post-message.ts'
import { SmsFailedError } from './sms-sender.ts'

afterEach(() => vi.restoreAllMocks())

const failed = (cause?: object) => () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause }))
const made: string[] = []
const make = (): VendorRequest => {
  made.push('one')
  return { url: new URL('http://127.0.0.1:1'), headers: {}, body: null }
}
async function attempt(...answers: (() => Promise<Response>)[]): Promise<{ requests: number; outcome: unknown }> {
  made.length = 0
  const mocked = vi.spyOn(globalThis, 'fetch')
  for (const answer of answers) mocked.mockImplementationOnce(answer)
  const outcome = await postMessage(make, ({ text }) => text, 1000).catch((error: unknown) => error)
  return { requests: made.length, outcome }
}
const good = async () => new Response('good')

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])(
  'asks once more, with a new signature, where no connection came about: %s',
  async (code) => {
    expect(await attempt(failed({ code }), good)).toEqual({ requests: 2, outcome: 'good' })
  },
)

it('asks no third time', async () => {
  const gone = failed({ code: 'ECONNREFUSED' })
  const { requests, outcome } = await attempt(gone, gone, good)
  expect(requests).toBe(2)
  expect(outcome).toMatchObject({ failure: 'unreachable', code: 'ECONNREFUSED' })
})

it.each([{ code: 'UND_ERR_SOCKET' }, { code: 'ECONNRESET' }, { code: 'CERT_HAS_EXPIRED' }, undefined])(
  'asks once where the message may have left, or the next try would meet the same: %j',
  async (cause) => {
    const { requests, outcome } = await attempt(failed(cause), good)
    expect(requests).toBe(1)
    expect(outcome).toBeInstanceOf(SmsFailedError)
  },
)

it('reads no answer without an end', async () => {
  const { requests, outcome } = await attempt(async () => new Response('x'.repeat(70_000)))
  expect([requests, (outcome as SmsFailedError).failure]).toEqual([1, 'unreadable'])
})
