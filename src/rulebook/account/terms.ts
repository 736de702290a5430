// Consent to the terms and the privacy policy (wording ours; decision 0056).
import { PRICE_TERMS_SINCE, PRIVACY_SINCE, REFUND_TERMS_SINCE } from '../site/legal.ts'

/** The newest change on the two pages of what holds (`LEGAL_CLARIFIED` is none); a person who agreed to an older one is asked again. */
export const TERMS_VERSION: string = [REFUND_TERMS_SINCE, PRICE_TERMS_SINCE, PRIVACY_SINCE].sort().at(-1)!

export const TERMS_ERRORS = { 'terms-not-accepted': '请先阅读并同意服务条款和隐私政策' } as const

export const TERMS_TEXTS = {
  agree: '我已阅读并同意',
  and: '和',
  title: '请确认服务条款和隐私政策',
  lead: '继续使用前，请阅读并同意以下内容（{version} 更新）。我们会保存您同意的版本和时间。',
  submit: '同意并继续',
  leave: '退出登录',
} as const
