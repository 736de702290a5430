// Whether packs can be paid: each provider is asked something that changes nothing, which proves keys, serial numbers and the clock to both sides.
import { NO_REFERENCES } from '#features/billing/server/payment/order-references.ts'
import { configuredProviders } from '#features/billing/server/payment/payment.ts'
import { type Clock, systemClock } from '#platform/server/clock.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type Finding, off, warning, well } from './finding.ts'

export const PAYMENT_ADVICE =
  'Check keys and serial numbers in ALIPAY_*, WECHATPAY_* and PADDLE_*, the clock of this machine, and that it may reach the provider. 请检查 ALIPAY_*、WECHATPAY_*、PADDLE_* 中的密钥与序列号、本机时间，以及本机能否访问支付平台。'

export async function checkPayment(settings: Settings, clock: Clock = systemClock): Promise<Finding> {
  const providers = configuredProviders({ settings, clock, references: NO_REFERENCES })
  if (providers.size === 0)
    return off(
      'payment',
      'nothing is sold',
      'Set PACK_PRICES_CNY and ALIPAY_* or WECHATPAY_*, or PADDLE_*, to sell packs. 需要销售积分包时请设置 PACK_PRICES_CNY 以及 ALIPAY_* 或 WECHATPAY_*，或设置 PADDLE_*。',
    )
  for (const provider of providers.values()) await provider.proveAccount()
  const names = [...providers.keys()].join(' and ')
  if (settings.publicOrigin.startsWith('https:')) return well('payment', `${names} know us`)
  return warning(
    'payment',
    `${names} know us, and cannot reach ${settings.publicOrigin}`,
    'Webhooks of payments want https; without it WeChat Pay takes no order. 支付通知需要 https；没有它，微信支付不接受下单。',
  )
}
