// How a browser signs in with WeChat (decision 0115): inside WeChat at once, on a computer by a code that the phone scans. A phone cannot scan its
// own screen, so its other browsers are offered neither.
import { isPhone } from '../site/in-app-browsers.ts'

export type WechatWay = 'inside' | 'scan'

/** WeChat's program for computers has the same browser. The app for companies names itself as WeChat and is none. */
const INSIDE_SIGN = /MicroMessenger\//i
const COMPANY_SIGN = /wxwork\//i

/** Undefined where WeChat cannot be used. */
export function wechatWayOf(userAgent: string): WechatWay | undefined {
  if (INSIDE_SIGN.test(userAgent) && !COMPANY_SIGN.test(userAgent)) return 'inside'
  return isPhone(userAgent) ? undefined : 'scan'
}

/** A nickname is anybody's text: shown in one line, as long as a name of ours. */
export const wechatNickname = (nickname: string, maxCharacters: number): string =>
  [...nickname.replace(/[\p{Cc}\p{Cf}<>]/gu, ' ').trim()].slice(0, maxCharacters).join('')
