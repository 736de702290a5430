// What the emulated WeChat remembers: two applications, the codes and tokens that it has given, and who holds the phone.
import { createHash, randomBytes } from 'node:crypto'

export interface WechatPerson {
  readonly unionid: string
  readonly nickname: string
}
export interface App {
  readonly appId: string
  readonly secret: string
  readonly kind: 'website' | 'official'
}
export interface Grant {
  readonly app: App
  readonly person: WechatPerson
  readonly expiresAtMs: number
  isUsed: boolean
}

export interface WechatState {
  readonly apps: readonly App[]
  readonly codes: Map<string, Grant>
  readonly tokens: Map<string, Grant>
  /** Every refusal by its `errcode`. */
  readonly refusals: number[]
  /** 授权回调域: host and port of the service, as it was registered. */
  domain: string
  person: WechatPerson
  /** False: the applications are not bound to one account of the open platform, so the official one learns no unionid. */
  isBound: boolean
  /** False: the application has lost the right to ask who scanned. */
  isAuthorized: boolean
  nowMs: () => number
}

const newApp = (kind: App['kind']): App => ({
  appId: `wx${randomBytes(8).toString('hex')}`,
  secret: randomBytes(16).toString('hex'),
  kind,
})

export const newState = (domain: string): WechatState => ({
  apps: [newApp('website'), newApp('official')],
  codes: new Map(),
  tokens: new Map(),
  refusals: [],
  domain,
  person: { unionid: 'oUnion-1', nickname: '李雷' },
  isBound: true,
  isAuthorized: true,
  nowMs: () => Date.now(),
})

export const appOf = (state: WechatState, asked: URLSearchParams): App | undefined =>
  state.apps.find(({ appId }) => appId === asked.get('appid'))

/** Another one in each application, for the same person. */
export const openidOf = ({ app, person }: Pick<Grant, 'app' | 'person'>): string =>
  `o${createHash('sha256').update(`${app.appId} ${person.unionid}`).digest('base64url').slice(0, 27)}`
