// Who sends codes by SMS: can they be reached, and does their clock agree with ours? Nothing is sent to anybody, so key, sign name and
// template show themselves with the first code only.
import { connect } from 'node:net'
import type { Settings } from '#platform/server/settings.ts'
import { skewOf } from './clock-skew.ts'
import { type Finding, off, warning, well } from './finding.ts'

const ANSWER_MS = 5000
/** Tencent refuses what was signed more than five minutes ago, Aliyun after fifteen; a minute is left for the way. */
const SKEW_MAX_MS = 4 * 60_000

export async function checkSms({ sms }: Settings): Promise<Finding> {
  if (!sms)
    return off(
      'sms',
      'no codes by SMS',
      'Set SMS_PROVIDER and its account to offer them. 需要短信验证码时请设置 SMS_PROVIDER 及其账号。',
    )
  const address = sms.provider === 'gateway' ? sms.url : sms.endpoint
  const { hostname, port, protocol } = new URL(address)
  await reach(hostname, Number(port || (protocol === 'https:' ? 443 : 80)))
  if (sms.provider === 'gateway') return well('sms', `${hostname} can be reached; nothing was sent`)
  const skewMs = await skewOf(address, ANSWER_MS)
  if (Math.abs(skewMs) > SKEW_MAX_MS)
    return warning(
      'sms',
      `the clock of ${hostname} is ${Math.round(skewMs / 1000)} s from ours`,
      'Set the clock of this machine, or every code is refused. 请校准本机时间，否则所有短信都会被拒绝。',
    )
  return well('sms', `${sms.provider} at ${hostname} can be reached, sign name ${sms.signName}; nothing was sent`)
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: ANSWER_MS }, () => socket.end(() => resolve()))
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)))
    socket.once('error', reject)
  })
}
