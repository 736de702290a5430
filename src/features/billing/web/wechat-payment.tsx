// Paying inside WeChat (decision 0102): its browser opens the payment above this page. What it answers proves nothing; the page goes on asking for the
// order's true state.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { toastError } from '#platform/web/ui/notices.tsx'
import { ORDER_TEXTS, PROVIDER_LABELS } from '#rulebook/credits/order-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import type { OwnOrder, WechatInvocation } from '../contract.ts'

/** What WeChat puts into the pages that it opens. */
interface WechatBridge {
  invoke(name: string, wanted: object, then: (answer: { readonly err_msg?: string }) => void): void
}
declare global {
  interface Window {
    WeixinJSBridge?: WechatBridge
  }
}

interface WechatPaymentParts {
  readonly order: OwnOrder
  readonly invocation: WechatInvocation
}

export function WechatPayment({ order, invocation }: WechatPaymentParts) {
  const [isOpen, setIsOpen] = useState(false)
  const pay = async () => {
    setIsOpen(true)
    const answer = await openPayment(invocation)
    setIsOpen(false)
    if (answer.endsWith(':fail')) toastError(ORDER_TEXTS.notOpened)
  }
  return (
    <Button size="md" loading={isOpen} onClick={() => void pay()}>
      {`${PROVIDER_LABELS.wechatpay} ${moneyText(order)}`}
    </Button>
  )
}

async function openPayment(invocation: WechatInvocation): Promise<string> {
  const bridge = window.WeixinJSBridge ?? (await bridgeReady())
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', invocation, ({ err_msg: answer = '' }) => resolve(answer))
  })
}

/** WeChat says when it is there, which may be after our page. */
const bridgeReady = (): Promise<WechatBridge> =>
  new Promise((resolve) => {
    document.addEventListener('WeixinJSBridgeReady', () => resolve(window.WeixinJSBridge!), { once: true })
  })
