// Sign-in with WeChat: the website's application at the open platform (a code to scan), the official account (inside WeChat), or both.
import { z } from 'zod'
import { demandTls } from './in-the-clear.ts'
import { SettingsError } from './settings-error.ts'

export interface WechatApp {
  readonly appId: string
  readonly secret: string
}
export interface WechatSignInSettings {
  /** 网站应用 of open.weixin.qq.com. */
  readonly website: WechatApp | undefined
  /** 服务号 of mp.weixin.qq.com, bound to the same account of the open platform. */
  readonly official: WechatApp | undefined
  /** Where browsers are sent. */
  readonly openUrl: string
  readonly apiUrl: string
}

const appId = z
  .string()
  .regex(/^wx\w{1,30}$/, 'does not begin with wx')
  .optional()
const secret = z
  .string()
  .regex(/^[!-~]{1,128}$/, 'is not the AppSecret')
  .optional()

export const WECHAT_SIGN_IN_VARIABLES = {
  WECHAT_WEBSITE_APP_ID: appId,
  WECHAT_WEBSITE_SECRET: secret,
  WECHAT_OFFICIAL_APP_ID: appId,
  WECHAT_OFFICIAL_SECRET: secret,
  WECHAT_OPEN_URL: z.url({ protocol: /^https?$/ }).default('https://open.weixin.qq.com'),
  WECHAT_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.weixin.qq.com'),
}
type Variables = z.infer<z.ZodObject<typeof WECHAT_SIGN_IN_VARIABLES>>

/** Throws SettingsError for half an application. */
export function wechatFrom(values: Variables): WechatSignInSettings | undefined {
  const website = appFrom('WECHAT_WEBSITE', values.WECHAT_WEBSITE_APP_ID, values.WECHAT_WEBSITE_SECRET)
  const official = appFrom('WECHAT_OFFICIAL', values.WECHAT_OFFICIAL_APP_ID, values.WECHAT_OFFICIAL_SECRET)
  if (!website && !official) return undefined
  demandTls('WECHAT_OPEN_URL', values.WECHAT_OPEN_URL, 'sign-ins')
  demandTls('WECHAT_API_URL', values.WECHAT_API_URL, 'sign-ins')
  return {
    website,
    official,
    openUrl: new URL(values.WECHAT_OPEN_URL).origin,
    apiUrl: new URL(values.WECHAT_API_URL).origin,
  }
}

function appFrom(name: string, id: string | undefined, key: string | undefined): WechatApp | undefined {
  if (!id && !key) return undefined
  if (!id || !key) throw new SettingsError(`${name}_APP_ID and ${name}_SECRET are set together or not at all.`)
  return { appId: id, secret: key }
}
