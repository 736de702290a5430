// Phone numbers: mainland China only; display formats for three regions (document 1 §5; U-05).
import { lookUp } from '../look-up.ts'
import type { Problem } from '../problem.ts'

export const PHONE_DIGITS = 11
export const DEFAULT_PHONE_REGION = '+86'

export const PHONE_ERRORS = {
  'phone-invalid': '请输入正确的中国大陆手机号',
  'phone-taken': '该手机号已被其他账户绑定',
  'phone-same': '新手机号不能与当前手机号相同',
  // Shown only to a person who has just proven to hold the number.
  'phone-unknown': '该手机号尚未绑定账户，请先用其他方式登录，再到“个人资料”中绑定手机号',
} as const
export type PhoneErrorCode = keyof typeof PHONE_ERRORS

/** The input takes digits only; a number pasted with the country's prefix loses it. */
export const phoneDigits = (input: string): string =>
  input
    .replace(/\D/g, '')
    .replace(/^(?:00)?86(?=1[3-9]\d{9}$)/, '')
    .slice(0, PHONE_DIGITS)

export const checkPhone = (phone: string): Problem<PhoneErrorCode> | undefined =>
  /^1[3-9]\d{9}$/.test(phone) ? undefined : { code: 'phone-invalid' }

const FORMATS: Readonly<Record<string, readonly [RegExp, string]>> = {
  '+86': [/^(\d{3})(\d{4})(\d{4})$/, '+86 $1 $2 $3'],
  '+1': [/^(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3'],
  '+44': [/^(\d{4})(\d{6})$/, '+44 $1 $2'],
}

/** A number as people read it; region and digits side by side when there is no format. */
export function formatPhone(phone: string, region: string = DEFAULT_PHONE_REGION): string {
  const [shape, format] = lookUp(FORMATS, region) ?? [/^$/, '']
  return shape.test(phone) ? phone.replace(shape, format) : `${region} ${phone}`
}
