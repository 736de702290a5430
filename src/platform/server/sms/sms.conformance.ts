// What every adapter of the SMS port must do; an adapter's test calls this with a way to open it on a vendor that it controls.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CodeMessage, SmsFailedError, type SmsSender } from './sms-sender.ts'

export interface SmsUnderTest {
  readonly sender: SmsSender
  /** Numbers (with region) and codes that reached the vendor's customers. */
  readonly delivered: () => readonly { readonly to: string; readonly code: string }[]
  /** Requests that the vendor has seen. */
  readonly requests: () => number
  behave(behaviour: 'accept' | 'refuse' | 'hang' | 'break-off' | 'nonsense' | 'redirect'): void
  close(): Promise<void>
}

const MESSAGE: CodeMessage = { phone: '13800000000', region: '+86', code: '042917', validMinutes: 10 }
const PLANTED = [
  { ...MESSAGE, phone: '13800000000\r\nX-Planted: 1' },
  { ...MESSAGE, phone: '13800000000,13900000000' },
  { ...MESSAGE, phone: '' },
  { ...MESSAGE, phone: '+8613800000000' },
  { ...MESSAGE, phone: '2380000000' },
  { ...MESSAGE, region: '+86\n' },
  { ...MESSAGE, region: '86","to":"+1' },
  { ...MESSAGE, region: '+0' },
]

export function describeSms(name: string, open: () => Promise<SmsUnderTest>): void {
  describe(`${name} as SMS sender`, () => {
    let tested: SmsUnderTest
    beforeAll(async () => {
      tested = await open()
    })
    beforeEach(() => tested.behave('accept'))
    afterAll(() => tested.close())

    it('delivers the code to the number once, and answers what the vendor said without the code', async () => {
      const [before, asked] = [tested.delivered().length, tested.requests()]
      const answer = await tested.sender.sendCode(MESSAGE)
      expect(tested.delivered().slice(before)).toEqual([{ to: '+8613800000000', code: '042917' }])
      expect(tested.requests()).toBe(asked + 1)
      expect(answer).toEqual({ status: expect.any(Number), messageId: expect.stringMatching(/./) })
      expect(JSON.stringify(answer)).not.toContain(MESSAGE.code)
    })

    it.each(['refuse', 'hang', 'break-off', 'nonsense', 'redirect'] as const)(
      'says so when the vendor does, and asks no second time: %s',
      async (behaviour) => {
        tested.behave(behaviour)
        const asked = tested.requests()
        const failure = await tested.sender.sendCode(MESSAGE).catch((error: unknown) => error)
        expect(failure).toBeInstanceOf(SmsFailedError)
        expect(String(failure)).not.toMatch(/042917|13800000000/)
        expect(JSON.stringify(failure)).not.toMatch(/042917|13800000000/)
        expect(tested.requests()).toBe(asked + 1)
      },
    )

    it.each(PLANTED)('sends nothing to what is no number: %j', async (message) => {
      const asked = tested.requests()
      await expect(tested.sender.sendCode(message)).rejects.toMatchObject({ failure: 'number' })
      expect(tested.requests()).toBe(asked)
    })
  })
}
