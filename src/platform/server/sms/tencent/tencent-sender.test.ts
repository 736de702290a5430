// SMS by Tencent Cloud: the documents' own worked example of a signature, then the adapter against an emulator that recomputes each.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SmsEmulator } from '#emulators/sms/serve-vendor.ts'
import { openTencentSms } from '#emulators/sms/tencent.ts'
import { systemClock } from '../../clock.ts'
import { describeSms } from '../sms.conformance.ts'
import { describeVendor } from '../testing/describe-vendor.ts'
import { emulatedSender, underTest } from '../testing/emulated-sender.ts'
import { tc3Headers } from './tc3-signature.ts'

describeSms('Tencent Cloud', async () =>
  underTest(await openTencentSms(), 'FailedOperation.TemplateIncorrectOrUnapproved'),
)

describeVendor('Tencent Cloud', openTencentSms, {
  pauseSeconds: 31,
  clockOffMinutes: 6,
  codes: { sent: 'Ok', busy: 'RequestLimitExceeded', clockOff: 'AuthFailure.SignatureExpire' },
})

it('signs the worked example of the documents as they do', () => {
  // The documents hide the key behind stars, and sign with the stars.
  const stars = '*'.repeat(32)
  const headers = tc3Headers(
    {
      host: 'cvm.tencentcloudapi.com',
      service: 'cvm',
      action: 'DescribeInstances',
      version: '2017-03-12',
      region: 'ap-guangzhou',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      timestampSeconds: 1551113065,
    },
    { secretId: `AKID${stars}`, secretKey: stars },
  )
  expect(headers.authorization).toBe(
    `TC3-HMAC-SHA256 Credential=AKID${stars}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f`,
  )
})

describe('at the emulator', () => {
  let vendor: SmsEmulator
  beforeAll(async () => {
    vendor = await openTencentSms()
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
      template: '1110',
      text: '验证码为：042917，若非本人操作，请勿泄露。',
    })
    await send({ SMS_TEMPLATE: '1111', SMS_TEMPLATE_PARAMETERS: 'code,minutes' }, { phone: '13800000002' })
    expect(vendor.delivered.at(-1)?.text).toBe('042917为您的验证码，请于10分钟内填写。')
    await send({ SMS_TEMPLATE: '1112' }, { region: '+852', phone: '51234567' })
    expect(vendor.delivered.at(-1)?.to).toBe('+85251234567')
  })

  it.each([
    ['a secret that is not its own', { SMS_ACCESS_KEY_SECRET: 'wrong' }, 'AuthFailure.SignatureFailure'],
    ['an unknown key', { SMS_ACCESS_KEY_ID: 'AKIDnobody' }, 'AuthFailure.SecretIdNotFound'],
    ['a region without SMS', { SMS_TENCENT_REGION: 'ap-nowhere' }, 'UnsupportedRegion'],
    ['an unknown application', { SMS_TENCENT_APP_ID: '1' }, 'InvalidParameterValue.SdkAppIdNotExist'],
    ['an unknown name', { SMS_SIGN_NAME: '别人' }, 'FailedOperation.SignatureIncorrectOrUnapproved'],
    ['an unknown text', { SMS_TEMPLATE: '9' }, 'FailedOperation.TemplateIncorrectOrUnapproved'],
    ['a text with another value', { SMS_TEMPLATE: '1111' }, 'FailedOperation.TemplateParamSetNotMatchApprovedTemplate'],
    [
      'a text for other countries',
      { SMS_TEMPLATE: '1112' },
      'UnsupportedOperation.GlobalTemplateToChineseMainlandPhone',
    ],
  ])('is refused with %s, by the vendor’s word', async (_, settings, code) => {
    const failure = await send(settings, { phone: '13800000003' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ failure: 'refused', code, status: 200, requestId: expect.any(String) })
  })

  it.each([
    ['FailedOperation.PhoneNumberInBlacklist', 'number'],
    ['LimitExceeded.PhoneNumberSameContentDailyLimit', 'daily-limit'],
    ['LimitExceeded.AppDailyLimit', 'refused'],
    ['FailedOperation.InsufficientBalanceInSmsPackage', 'refused'],
    ['constructor', 'refused'],
  ])('knows what %s says about', async (code, failure) => {
    vendor.faults.push(code)
    await expect(send()).rejects.toMatchObject({ failure, code })
  })

  it('reports an invalid number', async () => {
    await expect(send({}, { phone: '12000000000' })).rejects.toMatchObject({ failure: 'number' })
  })

  it('finds that a signed call carries no other number, and none of another day or product', async () => {
    const body = JSON.stringify({ PhoneNumberSet: ['+8613800000007'] })
    const { host } = new URL(vendor.origin)
    const call = { host, action: 'SendSms', version: '2021-01-11', region: 'ap-guangzhou', body, service: 'sms' }
    const key = { secretId: vendor.keyId, secretKey: vendor.keySecret }
    const timestampSeconds = Math.floor(Date.now() / 1000)
    const post = async (headers: Record<string, string>, sent = body) => {
      const answer = await fetch(vendor.origin, { method: 'POST', headers, body: sent })
      return ((await answer.json()) as { Response: { Error: { Code: string } } }).Response.Error?.Code
    }
    const good = tc3Headers({ ...call, timestampSeconds }, key)
    expect(await post(good, body.replace('1380', '1390'))).toBe('AuthFailure.SignatureFailure')
    expect(await post({ ...good, 'x-tc-timestamp': String(timestampSeconds + 1) })).toBe('AuthFailure.SignatureFailure')
    expect(await post(tc3Headers({ ...call, service: 'cvm', timestampSeconds }, key))).toBe(
      'AuthFailure.SignatureFailure',
    )
    expect(await post({})).toBe('AuthFailure.InvalidAuthorization')
  })
})
