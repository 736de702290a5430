// Sign-in with WeChat as a provider of Better Auth (decision 0115). The library's own `wechat` has its hosts written into it, asks the code page
// only, and falls back to an openid, which is another one in each application: the same person would get a second account.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'
import { readTextAtMost } from '#platform/server/http/read-at-most.ts'
import type { Log } from '#platform/server/log.ts'
import type { WechatApp, WechatSignInSettings } from '#platform/server/wechat-sign-in-settings.ts'
import { PLACEHOLDER_DOMAIN } from '#rulebook/account/placeholder-address.ts'
import { NAME_MAX_CHARACTERS } from '#rulebook/account/sign-up.ts'
import { wechatNickname, wechatWayOf } from '#rulebook/account/wechat-sign-in.ts'
import type { ProviderEmails } from './provider-emails.ts'

export const WECHAT_PROVIDER = 'wechat'
const TIMEOUT_MS = 5000
const ANSWER_MAX_BYTES = 64 * 1024

/** Which browser is being served: both ways through WeChat end at one address, and a code belongs to the application that asked for it. */
const userAgents = new AsyncLocalStorage<string>()
export const withBrowserOf = <Answer>(headers: Headers, work: () => Answer): Answer =>
  userAgents.run(headers.get('user-agent') ?? '', work)

export interface WechatParts {
  readonly settings: WechatSignInSettings
  readonly log: Log
  /** Keeps the nickname until the login method is recorded. */
  readonly providerEmails: ProviderEmails
}

/** An error in words comes with status 200. */
const refusal = z.object({ errcode: z.number().refine((code) => code !== 0), errmsg: z.string().optional() })
const tokenAnswer = z.object({ access_token: z.string(), openid: z.string(), scope: z.string() })
const profileAnswer = z.object({
  openid: z.string(),
  unionid: z.string().min(1).optional(),
  nickname: z.string().default(''),
  headimgurl: z.string().default(''),
})

export const wechatSignIn = (parts: WechatParts): BetterAuthPlugin => ({
  id: 'wechat-sign-in',
  init: ({ socialProviders }) => ({ context: { socialProviders: [...socialProviders, wechatProvider(parts)] } }),
})

function wechatProvider({ settings, log, providerEmails }: WechatParts) {
  return {
    id: WECHAT_PROVIDER,
    name: 'WeChat',
    // TRAP: case matters in it.
    accountSubject: ({ profile }: { profile: object }) => profileAnswer.parse(profile).unionid ?? '',
    createAuthorizationURL: ({ state, redirectURI }: { state: string; redirectURI: string }) =>
      authorizationUrl(settings, state, redirectURI),
    validateAuthorizationCode: async ({ code }: { code: string }) => {
      const { appId, secret } = appOf(settings).app
      const query = { appid: appId, secret, code, grant_type: 'authorization_code' }
      const { access_token: accessToken, openid, scope } = await ask(settings, 'access_token', query, tokenAnswer)
      return { tokenType: 'Bearer', accessToken, scopes: scope.split(','), openid }
    },
    getUserInfo: async (token: { accessToken?: string | undefined }) => {
      const query = { access_token: token.accessToken ?? '', openid: openidOf(token), lang: 'zh_CN' }
      // TRAP: what is thrown here ends as a page of status 500; null leads back to the callback page, which says that it did not work.
      const profile = await ask(settings, 'userinfo', query, profileAnswer).catch((error: unknown) => {
        log.error({ err: error }, 'sign-in with WeChat failed')
      })
      if (!profile) return null
      const { unionid } = profile
      if (!unionid) {
        log.error(
          { part: 'auth' },
          'WeChat gave no unionid: bind both applications to one account of open.weixin.qq.com (docs/operate.md "WeChat")',
        )
        return null
      }
      const name = wechatNickname(profile.nickname, NAME_MAX_CHARACTERS)
      if (name) providerEmails.note(WECHAT_PROVIDER, unionid, name)
      return {
        user: {
          name,
          email: placeholderOf(unionid),
          emailVerified: false,
          ...(profile.headimgurl && { image: overTls(profile.headimgurl) }),
        },
        data: profile,
      }
    },
  }
}

/** The openid of the tokens, through which Better Auth hands it on without knowing it. */
const openidOf = (token: object): string => ('openid' in token ? String(token.openid) : '')

/** Hashed, because addresses are compared without letter case and unionids are not. */
const placeholderOf = (unionid: string): string =>
  `${createHash('sha256').update(unionid).digest('hex').slice(0, 40)}@${WECHAT_PROVIDER}.${PLACEHOLDER_DOMAIN}`

/** WeChat still names some pictures by http. */
const overTls = (address: string): string => address.replace(/^http:(?=\/\/[^/]*\.qlogo\.cn\/)/, 'https:')

function appOf({ website, official }: WechatSignInSettings): { app: WechatApp; isInside: boolean } {
  const isInside = wechatWayOf(userAgents.getStore() ?? '') === 'inside'
  const app = isInside ? (official ?? website) : (website ?? official)
  return { app: app!, isInside: app === official }
}

function authorizationUrl(settings: WechatSignInSettings, state: string, redirectUri: string): URL {
  const { app, isInside } = appOf(settings)
  const url = new URL(isInside ? '/connect/oauth2/authorize' : '/connect/qrconnect', settings.openUrl)
  // TRAP: WeChat reads these in this order, and wants its fragment.
  url.search = new URLSearchParams({
    appid: app.appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: isInside ? 'snsapi_userinfo' : 'snsapi_login',
    state,
  }).toString()
  url.hash = 'wechat_redirect'
  return url
}

async function ask<Answer>(
  { apiUrl }: WechatSignInSettings,
  call: 'access_token' | 'userinfo',
  query: Record<string, string>,
  shape: z.ZodType<Answer>,
): Promise<Answer> {
  const path = call === 'access_token' ? '/sns/oauth2/access_token' : '/sns/userinfo'
  // WeChat wants the secret in the address: no error may quote the address.
  const answer = await fetch(`${apiUrl}${path}?${new URLSearchParams(query)}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`WeChat cannot be reached for ${call}: ${error instanceof Error ? error.name : 'unknown'}`)
  })
  // Answered as text/plain, whatever it is.
  const body: unknown = JSON.parse(await readTextAtMost(answer.body, ANSWER_MAX_BYTES))
  const refused = refusal.safeParse(body)
  if (refused.success) throw new Error(`WeChat refused ${call} with ${refused.data.errcode}`)
  return shape.parse(body)
}
