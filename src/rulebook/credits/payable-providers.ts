// Who can be paid where (decision 0083): WeChat opens no page of Alipay, and in its own browser neither H5 nor a code pressed long; Alipay's app opens no
// WeChat. Everywhere else the buyer chooses.
import type { InAppBrowser } from '../site/in-app-browsers.ts'
import type { PaymentProviderName } from './orders.ts'

export function payableProviders(
  app: Pick<InAppBrowser, 'key'> | undefined,
  providers: readonly PaymentProviderName[],
): readonly PaymentProviderName[] {
  if (app?.key === 'wechat' || app?.key === 'wecom') return []
  return app?.key === 'alipay' ? providers.filter((provider) => provider === 'alipay') : providers
}
