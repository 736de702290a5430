// The providers that this browser can sign in with: those that are configured, WeChat in the way that works here.
import { PROVIDER_METHOD_TYPES } from '#rulebook/account/login-methods.ts'
import { type WechatWay, wechatWayOf } from '#rulebook/account/wechat-sign-in.ts'
import type { LoginProvider } from '../session/auth-calls.ts'
import { useAccountOptions } from '../session/use-account-options.ts'

export interface OfferedProviders {
  readonly names: readonly LoginProvider[]
  readonly wechatWay: WechatWay | undefined
}

export function useOfferedProviders(): OfferedProviders {
  const options = useAccountOptions()
  if (!options) return { names: [], wechatWay: undefined }
  const way = wechatWayOf(navigator.userAgent)
  const wechatWay = (way === 'inside' && options.wechatInside) || (way === 'scan' && options.wechat) ? way : undefined
  const names = PROVIDER_METHOD_TYPES.filter((name) => (name === 'wechat' ? wechatWay : options[name]))
  return { names, wechatWay }
}
