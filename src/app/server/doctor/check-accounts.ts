// What lies outside: emails, SMS, sign-in by others, payment, the name and proxy of the service. Nothing is sent to anybody.
import { createSmtpMailer } from '#platform/server/mail/smtp-mailer.ts'
import type { Settings } from '#platform/server/settings.ts'
import { checkPayment, PAYMENT_ADVICE } from './check-payment.ts'
import { checkSms } from './check-sms.ts'
import { type Finding, finding, off, problem, warning, well } from './finding.ts'

const ANSWER_MS = 5000

export function checkAccounts(settings: Settings): Promise<Finding>[] {
  return [
    finding(
      'emails',
      'Check SMTP_URL: name, port, user and password. 请检查 SMTP_URL 的主机、端口、用户名与密码。',
      () => checkMail(settings),
    ),
    finding(
      'sms',
      'Check SMS_GATEWAY_URL or SMS_ENDPOINT, and that this machine may reach it. 请检查 SMS_GATEWAY_URL 或 SMS_ENDPOINT，以及本机能否访问它。',
      () => checkSms(settings),
    ),
    finding(
      'sign-in',
      'This machine must reach Google; leave GOOGLE_CLIENT_ID empty otherwise. 本机需能访问 Google，否则请留空 GOOGLE_CLIENT_ID。',
      () => checkSignIn(settings),
    ),
    finding('payment', PAYMENT_ADVICE, () => checkPayment(settings)),
    finding('name', '', async () => checkName(settings)),
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

async function checkSignIn({ google, github }: Settings): Promise<Finding> {
  if (!google && !github)
    return off(
      'sign-in',
      'by password only',
      'Set GOOGLE_* or GITHUB_* to offer theirs. 需要第三方登录时请设置 GOOGLE_* 或 GITHUB_*。',
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
  return well('sign-in', [google && 'Google', github && 'GitHub'].filter(Boolean).join(' and '))
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
