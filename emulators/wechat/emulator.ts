// WeChat's sign-in on a port of this machine, after the open platform's pages for website applications and official accounts. What it checks:
// application and secret, the registered domain of the way back, the scope of each of the two pages, the code (five minutes, once, of the application
// that asked for it), and that openid and access token belong together. An openid is another one in each application; the unionid is one.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerTo } from './calls.ts'
import { pageFor } from './pages.ts'
import { newState, type WechatState } from './state.ts'

export interface WechatEmulator extends WechatState {
  readonly origin: string
  /** What the product needs to use it. */
  readonly settings: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function openWechat(options: {
  readonly port?: number
  readonly domain: string
}): Promise<WechatEmulator> {
  const state = newState(options.domain)
  let origin = ''
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (pathname === '/head.png') return sendHead(response)
    if (pathname.startsWith('/connect/')) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return void response.end(pageFor(state, pathname, searchParams))
    }
    // As there: JSON under the name of plain text, with status 200 whatever it says.
    response.setHeader('content-type', 'text/plain')
    response.end(JSON.stringify(answerTo(state, pathname, searchParams, origin)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [website, official] = state.apps
  return Object.assign(state, {
    origin,
    settings: {
      WECHAT_WEBSITE_APP_ID: website!.appId,
      WECHAT_WEBSITE_SECRET: website!.secret,
      WECHAT_OFFICIAL_APP_ID: official!.appId,
      WECHAT_OFFICIAL_SECRET: official!.secret,
      WECHAT_OPEN_URL: origin,
      WECHAT_API_URL: origin,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** One orange point. */
function sendHead(response: ServerResponse): void {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mN4UcD1HwAGBwKYQv0gZgAAAABJRU5ErkJggg=='
  response.setHeader('content-type', 'image/png').end(Buffer.from(png, 'base64'))
}
