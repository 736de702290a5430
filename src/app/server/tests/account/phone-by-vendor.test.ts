// Binding a phone through the running service with a code that Alibaba Cloud or Tencent Cloud delivers, against their emulators, which
// check every signature (decision 0077); and what the user sees when the vendor refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAliyunSms } from '#emulators/sms/aliyun.ts'
import { lastCodeTo } from '#emulators/sms/outbox.ts'
import type { SmsEmulator } from '#emulators/sms/serve-vendor.ts'
import { openTencentSms } from '#emulators/sms/tencent.ts'
import { solveWork } from '#features/account/server/testing/solve-work.ts'
import { createLog } from '#platform/server/log.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import { signUpPerson, TEST_PASSWORD, type TestPerson } from '../../testing/test-person.ts'

const VENDORS = {
  aliyun: {
    open: openAliyunSms,
    refusals: {
      'isv.BUSINESS_LIMIT_CONTROL': 'sms-too-often',
      'isv.MOBILE_NUMBER_ILLEGAL': 'sms-number-refused',
      'isv.AMOUNT_NOT_ENOUGH': 'sms-failed',
    },
  },
  tencent: {
    open: openTencentSms,
    refusals: {
      'LimitExceeded.PhoneNumberOneHourLimit': 'sms-too-often',
      'LimitExceeded.PhoneNumberDailyLimit': 'code-daily-limit',
      'FailedOperation.PhoneNumberInBlacklist': 'sms-number-refused',
      'FailedOperation.InsufficientBalanceInSmsPackage': 'sms-failed',
    },
  },
} as const

describe.each(Object.entries(VENDORS))('with %s', (name, { open, refusals }) => {
  const lines: string[] = []
  let vendor: SmsEmulator
  let foundation: Foundation
  let service: Service
  let person: TestPerson
  let numbers = 0
  beforeAll(async () => {
    vendor = await open()
    const opened = await openTestFoundation({ PROVIDER: 'scripted', ...vendor.settings })
    foundation = { ...opened, log: createLog('info', { write: (line) => void lines.push(line) }) }
    service = await startOn(foundation)
    const { publicOrigin } = foundation.settings
    person = await signUpPerson(`http://127.0.0.1:${service.port}`, publicOrigin, `${name}@sms.example.com`)
  })
  afterAll(async () => {
    await service.stop()
    await vendor.close()
  })
  beforeEach(() => {
    vendor.faults.length = 0
    lines.length = 0
  })

  const ask = async (phone: string) => {
    const { api } = person
    const proof = solveWork(await api.account.phone.task(), phone)
    return api.account.phone.sendBindCode({ phone, proof, password: TEST_PASSWORD })
  }
  const answersTo = (phone: string) =>
    foundation.database.query<{ delivery_status: string; delivery_answer: object }>(
      'select delivery_status, delivery_answer from sms_verification_codes where phone = $1',
      [phone],
    )

  it('binds the number by the code in the message', async () => {
    const phone = '13700000001'
    await ask(phone)
    expect(vendor.delivered.at(-1)).toMatchObject({ to: `+86${phone}`, signName: '焕影测试' })
    const bound = await person.api.account.phone.confirm({ phone, code: lastCodeTo(vendor, phone) })
    expect(bound).toMatchObject({ phone, phone_verified: true })
    expect(await answersTo(phone)).toEqual([
      { delivery_status: 'accepted', delivery_answer: { status: 200, messageId: expect.stringMatching(/\d/) } },
    ])
    expect(lines.join('')).not.toContain(lastCodeTo(vendor, phone))
  })

  it.each(Object.entries(refusals))('%s: the person is told %s, the operator the vendor’s word', async (word, code) => {
    const phone = `1380000${String(++numbers).padStart(4, '0')}`
    vendor.faults.push(word)
    await expect(ask(phone)).rejects.toMatchObject({ code })
    const [row] = await answersTo(phone)
    expect(row).toMatchObject({
      delivery_status: 'failed',
      delivery_answer: { vendorCode: word, requestId: expect.any(String) },
    })
    const line = lines
      .map((text) => JSON.parse(text) as { msg: string; level: number })
      .find(({ msg }) => /SMS/.test(msg))
    // Only what the operator can mend wakes the operator.
    expect(line).toMatchObject({ vendorCode: word, level: code === 'sms-failed' ? 50 : 40 })
    expect(lines.join('')).not.toContain(phone)
  })

  it('sends nothing again after a line that broke, and the code that may have arrived binds nothing', async () => {
    const phone = '13700000002'
    const before = vendor.requests
    vendor.faults.push('break-off')
    await expect(ask(phone)).rejects.toMatchObject({ code: 'sms-failed' })
    expect(vendor.requests).toBe(before + 1)
    // The code that may have arrived all the same binds nothing: its record went with the failure.
    await expect(person.api.account.phone.confirm({ phone, code: lastCodeTo(vendor, phone) })).rejects.toMatchObject({
      code: 'code-invalid',
    })
  })
})
