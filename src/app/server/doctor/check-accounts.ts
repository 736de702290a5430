// What lies outside: emails, SMS, sign-in by others, payment, the name and proxy of the service. Nothing is sent to anybody.
import { createSmtpMailer } from '#platform/server/mail/smtp-mailer.ts'
import type { Settings } from '#platform/server/settings.ts'
import { checkPayment, PAYMENT_ADVICE } from './check-payment.ts'
import { checkSms } from './check-sms.ts'
import { type Finding, finding, off, problem, warning, well } from './finding.ts'

const ANSWER_MS = 5000
const SMS_ADVICE = {
  gateway: 'Check SMS_GATEWAY_URL, and that this machine may reach it. 请检查 SMS_GATEWAY_URL，以及本机能否访问它。',
  cloud:
    'This machine must reach the vendor by https; leave SMS_ENDPOINT empty unless the vendor names you another. 本机需能通过 https 访问短信服务商；除非服务商另有指定，请将 SMS_ENDPOINT 留空。',
}

export function checkAccounts(settings: Settings): Promise<Finding>[] {
  return [
    finding(
      'emails',
      'Check SMTP_URL: name, port, user and password. 请检查 SMTP_URL 的主机、端口、用户名与密码。',
      () => checkMail(settings),
    ),
    finding('sms', SMS_ADVICE[settings.sms?.provider === 'gateway' ? 'gateway' : 'cloud'], () => checkSms(settings)),
    finding(
      'sign-in',
      'This machine must reach Google and WeChat where they are set; leave GOOGLE_CLIENT_ID or WECHAT_* empty otherwise. 本机需能访问已配置的 Google、微信，否则请留空 GOOGLE_CLIENT_ID 或 WECHAT_*。',
      () => checkSignIn(settings),
    ),
    finding('payment', PAYMENT_ADVICE, () => checkPayment(settings)),
    finding('name', '', async () => checkName(settings)),
    finding('operator', '', async () => checkOperator(settings)),
  ]
}

async function checkMail({ smtpUrl, mailFrom, dataDir }: Settings): Promise<Finding> {
  if (!smtpUrl)
    return off(
      'emails',
      `none is sent; they lie in ${dataDir}/outbox`,
      'Set SMTP_URL, or nobody can reset a password. 未设置 SMTP_URL，用户无法通过邮件重置密码。',
    )
  await createSmtpMailer(smtpUrl, mailFrom).check?.()
  return well('emails', `${new URL(smtpUrl).host} takes our sign-in; sender ${mailFrom}`)
}

async function checkSignIn({ google, github, wechat, publicOrigin }: Settings): Promise<Finding> {
  if (!google && !github && !wechat)
    return off(
      'sign-in',
      'by password only',
      'Set WECHAT_*, GOOGLE_* or GITHUB_* to offer theirs. 需要第三方登录时请设置 WECHAT_*、GOOGLE_* 或 GITHUB_*。',
    )
  if (google) {
    const answer = await fetch(google.discoveryUrl, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (!answer.ok)
      return problem(
        'sign-in',
        `Google's discovery document is answered with ${answer.status}`,
        'Check GOOGLE_DISCOVERY_URL. 请检查 GOOGLE_DISCOVERY_URL。',
      )
  }
  const wrong = wechat && (await wechatProblem(wechat))
  if (wrong)
    return problem(
      'sign-in',
      wrong,
      `Check WECHAT_*_APP_ID and WECHAT_*_SECRET at open.weixin.qq.com and mp.weixin.qq.com; the way back is ${new URL(publicOrigin).host}. 请核对 WECHAT_*_APP_ID、WECHAT_*_SECRET 与平台上的授权回调域。`,
    )
  const names = [
    google && 'Google',
    github && 'GitHub',
    wechat?.website && 'WeChat by code',
    wechat?.official && 'inside WeChat',
  ]
  return well('sign-in', names.filter(Boolean).join(', '))
}

/** An unknown code: for a valid application the error names the code, for an invalid one the application. */
async function wechatProblem({
  apiUrl,
  website,
  official,
}: NonNullable<Settings['wechat']>): Promise<string | undefined> {
  for (const app of [website, official]) {
    if (!app) continue
    const query = new URLSearchParams({
      appid: app.appId,
      secret: app.secret,
      code: 'code-of-nobody',
      grant_type: 'authorization_code',
    })
    const answer = await fetch(`${apiUrl}/sns/oauth2/access_token?${query}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined)
    if (!answer) return `${new URL(apiUrl).host} cannot be reached`
    const { errcode } = JSON.parse(await answer.text()) as { errcode?: number }
    if (errcode !== WECHAT_INVALID_CODE) return `WeChat answers ${errcode} for ${app.appId}`
  }
  return undefined
}
const WECHAT_INVALID_CODE = 40029

/** The operator named to users; a private service may go without. */
function checkOperator({ operator: { name, contactEmail } }: Settings): Finding {
  const missing = [name === null && 'OPERATOR_NAME', contactEmail === null && 'CONTACT_EMAIL'].filter(Boolean)
  if (missing.length === 0) return well('operator', `${name}, ${contactEmail}`)
  return warning(
    'operator',
    `${missing.join(' and ')} not set`,
    'Set them before strangers come: footer and terms name only what is set. 开放前请设置：页脚和条款只显示已设置的内容。',
  )
}

function checkName({ publicOrigin, trustedProxies }: Settings): Finding {
  const { protocol, hostname } = new URL(publicOrigin)
  if (hostname === 'localhost')
    return warning(
      'name',
      publicOrigin,
      'Set PUBLIC_ORIGIN to what people type: sign-in refuses other origins. 请把 PUBLIC_ORIGIN 设为用户访问的网址，否则登录会被拒绝。',
    )
  if (protocol === 'https:' && trustedProxies.length === 0)
    return warning(
      'name',
      `${publicOrigin} without TRUSTED_PROXIES`,
      'Name the proxy that does TLS, or all people share one address and its limits. 请把负责 TLS 的代理写入 TRUSTED_PROXIES，否则所有用户会共用同一地址的限额。',
    )
  if (protocol === 'http:')
    return warning(
      'name',
      publicOrigin,
      'Passwords travel readable: put a proxy with TLS in front. 密码将以明文传输，请在前面配置 TLS 代理。',
    )
  return well('name', publicOrigin)
}
