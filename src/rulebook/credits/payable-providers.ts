// Who can be paid where (decisions 0083 and 0102): WeChat opens no page of Alipay, and in its own browser JSAPI is the one way; Alipay's app opens no
// WeChat. Everywhere else the buyer chooses.
import type { InAppBrowser } from '../site/in-app-browsers.ts'
import type { PaymentProviderName } from './orders.ts'

export function payableProviders(
  app: Pick<InAppBrowser, 'key'> | undefined,
  providers: readonly PaymentProviderName[],
  isInWechat: boolean,
): readonly PaymentProviderName[] {
  if (app?.key === 'wechat') return isInWechat ? providers.filter((provider) => provider === 'wechatpay') : []
  if (app?.key === 'wecom') return []
  return app?.key === 'alipay' ? providers.filter((provider) => provider === 'alipay') : providers
}
