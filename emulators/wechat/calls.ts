// The two calls of the service: a code becomes an access token, once, and the token identifies who scanned.
import { randomBytes } from 'node:crypto'
import { appOf, openidOf, type WechatState } from './state.ts'

type Answer = Readonly<Record<string, unknown>>

export function answerTo(state: WechatState, pathname: string, asked: URLSearchParams, origin: string): Answer {
  const refuse = (errcode: number, errmsg: string): Answer => {
    state.refusals.push(errcode)
    return { errcode, errmsg: `${errmsg}, rid: ${randomBytes(4).toString('hex')}` }
  }
  if (pathname === '/sns/oauth2/access_token') return tokenFor(state, asked, refuse)
  if (pathname === '/sns/userinfo') return profileFor(state, asked, origin, refuse)
  return refuse(-1, 'system error')
}
type Refuse = (errcode: number, errmsg: string) => Answer

function tokenFor(state: WechatState, asked: URLSearchParams, refuse: Refuse): Answer {
  const app = appOf(state, asked)
  if (!app) return refuse(40013, 'invalid appid')
  if (asked.get('secret') !== app.secret) return refuse(40125, 'invalid appsecret')
  if (asked.get('grant_type') !== 'authorization_code') return refuse(40002, 'invalid grant_type')
  const grant = state.codes.get(asked.get('code') ?? '')
  if (!grant || grant.app !== app) return refuse(40029, 'invalid code')
  if (grant.isUsed) return refuse(40163, 'code been used')
  if (grant.expiresAtMs < state.nowMs()) return refuse(42003, 'code expired')
  grant.isUsed = true
  const accessToken = randomBytes(32).toString('base64url')
  state.tokens.set(accessToken, grant)
  return {
    access_token: accessToken,
    expires_in: 7200,
    refresh_token: randomBytes(32).toString('base64url'),
    openid: openidOf(grant),
    scope: app.kind === 'website' ? 'snsapi_login' : 'snsapi_userinfo',
  }
}

function profileFor(state: WechatState, asked: URLSearchParams, origin: string, refuse: Refuse): Answer {
  const grant = state.tokens.get(asked.get('access_token') ?? '')
  if (!grant) return refuse(40001, 'invalid credential, access_token is invalid or not latest')
  if (!state.isAuthorized) return refuse(48001, 'api unauthorized')
  const openid = openidOf(grant)
  if (asked.get('openid') !== openid) return refuse(40003, 'invalid openid')
  const { nickname, unionid } = grant.person
  const hasUnionid = grant.app.kind === 'website' || state.isBound
  const nothing = { sex: 0, language: '', city: '', province: '', country: '', privilege: [] }
  return { openid, nickname, headimgurl: `${origin}/head.png`, ...nothing, ...(hasUnionid && { unionid }) }
}
