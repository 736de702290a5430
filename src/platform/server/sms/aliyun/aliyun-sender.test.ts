// SMS by Alibaba Cloud: the documents' own worked example of a signature, then the adapter against an emulator that recomputes each.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAliyunSms } from '#emulators/sms/aliyun.ts'
import { lastCodeTo } from '#emulators/sms/outbox.ts'
import type { SmsEmulator } from '#emulators/sms/serve-vendor.ts'
import { systemClock } from '../../clock.ts'
import { describeSms } from '../sms.conformance.ts'
import { describeVendor } from '../testing/describe-vendor.ts'
import { emulatedSender, underTest } from '../testing/emulated-sender.ts'
import { acs3Headers, acs3Query } from './acs3-signature.ts'

describeSms('Alibaba Cloud', async () => underTest(await openAliyunSms(), 'isv.SMS_TEMPLATE_ILLEGAL'))

describeVendor('Alibaba Cloud', openAliyunSms, {
  pauseSeconds: 61,
  clockOffMinutes: 16,
  codes: { sent: 'OK', busy: 'Throttling.User', clockOff: 'InvalidTimeStamp.Expired' },
})

it('signs the worked example of the documents as they do', () => {
  const parameters = { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' }
  const headers = acs3Headers(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      parameters,
      date: new Date('2023-10-26T10:22:32Z'),
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
    { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
  )
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
  expect(acs3Query({ b: `a !'()*~/焕`, a: '' })).toBe('a=&b=a%20%21%27%28%29%2A~%2F%E7%84%95')
})

describe('at the emulator', () => {
  let vendor: SmsEmulator
  beforeAll(async () => {
    vendor = await openAliyunSms()
  })
  afterAll(() => vendor.close())
  beforeEach(() => {
    vendor.faults.length = 0
    vendor.answers.length = 0
  })
  const message = { phone: '13800000001', region: '+86', code: '042917', validMinutes: 10 }
  const send = (more: Record<string, string> = {}, to: object = {}, clock = systemClock) =>
    emulatedSender({ ...vendor.settings, ...more }, clock).sendCode({ ...message, ...to })

  it('sends the approved text under the approved name, at home and abroad', async () => {
    await send()
    expect(vendor.delivered.at(-1)).toEqual({
      to: '+8613800000001',
      signName: '焕影测试',
      template: 'SMS_154950909',
      text: '您的验证码为：042917，请勿泄露于他人！',
    })
    await send({ SMS_TEMPLATE: 'SMS_154950910', SMS_TEMPLATE_PARAMETERS: 'code,minutes' }, { phone: '13800000002' })
    expect(vendor.delivered.at(-1)?.text).toContain('10分钟内有效')
    await send({ SMS_TEMPLATE: 'SMS_154950911' }, { region: '+852', phone: '51234567' })
    expect(vendor.delivered.at(-1)?.to).toBe('+85251234567')
    expect(lastCodeTo(vendor, '13800000002')).toBe('042917')
  })

  it.each([
    ['a secret that is not its own', { SMS_ACCESS_KEY_SECRET: 'wrong' }, 'SignatureDoesNotMatch', 400],
    ['an unknown key', { SMS_ACCESS_KEY_ID: 'LTAInobody' }, 'InvalidAccessKeyId.NotFound', 404],
    ['an unknown name', { SMS_SIGN_NAME: '别人' }, 'isv.SMS_SIGNATURE_ILLEGAL', 200],
    ['an unknown text', { SMS_TEMPLATE: 'SMS_1' }, 'isv.SMS_TEMPLATE_ILLEGAL', 200],
    ['a text with another value', { SMS_TEMPLATE: 'SMS_154950910' }, 'isv.TEMPLATE_MISSING_PARAMETERS', 200],
    ['a text for other countries', { SMS_TEMPLATE: 'SMS_154950911' }, 'isv.DOMESTIC_NUMBER_NOT_SUPPORTED', 200],
  ])('is refused with %s, by the vendor’s word', async (_, settings, code, status) => {
    const failure = await send(settings, { phone: '13800000003' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ failure: 'refused', code, status, requestId: expect.any(String) })
  })

  it.each([
    ['isv.MOBILE_NUMBER_ILLEGAL', 'number'],
    ['isv.DAY_LIMIT_CONTROL', 'refused'],
    ['isv.AMOUNT_NOT_ENOUGH', 'refused'],
    ['ServiceUnavailable', 'refused'],
  ])('knows what %s says about', async (code, failure) => {
    vendor.faults.push(code)
    await expect(send()).rejects.toMatchObject({ failure, code })
  })

  it('sends no American number, which reads like a Chinese one where nobody writes a plus sign', async () => {
    await expect(send({}, { region: '+1', phone: '3105550100' })).rejects.toMatchObject({ failure: 'number' })
    expect(vendor.answers).toEqual([])
  })

  it('finds that a recorded call cannot be made again, nor with another number in it', async () => {
    const parameters = {
      PhoneNumbers: '13800000007',
      SignName: '焕影测试',
      TemplateCode: 'SMS_154950909',
      TemplateParam: '{"code":"042917"}',
    }
    const host = new URL(vendor.origin).host
    const call = { host, action: 'SendSms', version: '2017-05-25', parameters, date: new Date(), nonce: 'once' }
    const key = { accessKeyId: vendor.keyId, accessKeySecret: vendor.keySecret }
    const headers = acs3Headers(call, key)
    const post = async (more: object = {}, by: object = {}) => {
      const address = `${vendor.origin}/?${acs3Query({ ...parameters, ...more })}`
      const answer = await fetch(address, { method: 'POST', headers: { ...headers, ...by } })
      return ((await answer.json()) as { Code: string }).Code
    }
    expect(await post({ PhoneNumbers: '13900000000' })).toBe('SignatureDoesNotMatch')
    expect(await post({}, { 'x-acs-planted': '1' })).toBe('IncompleteSignature')
    expect(await post()).toBe('OK')
    expect(await post()).toBe('SignatureNonceUsed')
  })
})
