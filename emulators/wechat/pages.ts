// The two pages that browsers are sent to: the code to scan (`qrconnect`) and the consent inside WeChat (`oauth2/authorize`).
import { randomBytes } from 'node:crypto'
import { type App, appOf, type WechatState } from './state.ts'

const CODE_LIFETIME_MS = 5 * 60_000

export function pageFor(state: WechatState, pathname: string, asked: URLSearchParams): string {
  const app = appOf(state, asked)
  const problem = problemOf(state, pathname, app, asked)
  if (problem || !app) return `<!doctype html><title>微信登录</title><p>${problem}</p>`
  const code = randomBytes(16).toString('hex')
  const expiresAtMs = state.nowMs() + CODE_LIFETIME_MS
  state.codes.set(code, { app, person: state.person, expiresAtMs, isUsed: false })
  const isWebsite = app.kind === 'website'
  return `<!doctype html><html lang="zh-CN"><link rel="icon" href="data:,"><title>微信登录</title>
<h1>${isWebsite ? '使用微信扫一扫登录' : '申请获取你的昵称、头像'}</h1>
<a href="${wayBack(asked, { code })}">${isWebsite ? '在手机上确认登录' : '允许'}</a> <a href="${wayBack(asked, {})}">取消</a></html>`
}

/** A cancel leads back without a code. */
function wayBack(asked: URLSearchParams, answer: Record<string, string>): string {
  const url = new URL(asked.get('redirect_uri')!)
  for (const [name, value] of Object.entries({ ...answer, state: asked.get('state') ?? '' }))
    url.searchParams.set(name, value)
  return url.href.replaceAll('&', '&amp;')
}

/** What the page says instead of a code, in its own words. */
function problemOf(
  { domain }: WechatState,
  pathname: string,
  app: App | undefined,
  asked: URLSearchParams,
): string | undefined {
  if (!app) return 'AppID 参数错误'
  const [page, scope] =
    app.kind === 'website' ? ['/connect/qrconnect', 'snsapi_login'] : ['/connect/oauth2/authorize', 'snsapi_userinfo']
  if (pathname !== page || asked.get('scope') !== scope) return 'Scope 参数错误或没有 Scope 权限'
  if (asked.get('response_type') !== 'code') return '参数错误'
  if (URL.parse(asked.get('redirect_uri') ?? '')?.host !== domain) return 'redirect_uri 参数错误'
  return undefined
}
