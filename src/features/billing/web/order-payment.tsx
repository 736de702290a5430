// While an order can be paid: the code to scan with its remaining time, or the way back to the provider's page (decision 0083).
import { Button, Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { LoadFailed } from '#platform/web/ui/load-failed.tsx'
import { toastError } from '#platform/web/ui/notices.tsx'
import { QrCode } from '#platform/web/ui/qr-code.tsx'
import { ORDER_TEXTS } from '#rulebook/credits/order-texts.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { OwnOrder } from '../contract.ts'
import classes from './order-page.module.css'
import { useCheckout } from './use-billing.ts'
import { WechatPayment } from './wechat-payment.tsx'

export function OrderPayment({ order }: { readonly order: OwnOrder }) {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useCheckout(order.id)
  const secondsLeft = useSecondsLeft(data?.secondsLeft, dataUpdatedAt)
  if (error && !data) return <LoadFailed text={messageOf(error)} query={{ isFetching, refetch }} />
  if (!data) return <Skeleton height={200} width={200} radius="md" />
  if (secondsLeft === 0) return <Text>{ORDER_TEXTS.timeOver}</Text>
  const goOn = async () => {
    // Links of providers hold for minutes only, so a fresh one is asked for.
    const { data: fresh, error: refused } = await refetch()
    if (fresh?.kind === 'address') window.location.assign(fresh.address)
    else if (refused) toastError(messageOf(refused))
  }
  return (
    <section className={classes.payment} aria-label={ORDER_TEXTS.payment}>
      {data.kind === 'jsapi' ? (
        <WechatPayment order={order} invocation={data.invocation} />
      ) : data.kind === 'qr' ? (
        <>
          <Text fw={600}>{ORDER_TEXTS.scan}</Text>
          <div>
            <QrCode text={data.code} name={ORDER_TEXTS.code} />
          </div>
          <Text fz="xl" fw={700}>
            {moneyText(order)}
          </Text>
        </>
      ) : (
        <Button loading={isFetching} onClick={() => void goOn()}>
          {ORDER_TEXTS.goOn}
        </Button>
      )}
      <Text c="dimmed" size="sm">
        {fillText(ORDER_TEXTS.timeLeft, { time: clockText(secondsLeft) })}
      </Text>
    </section>
  )
}

/** Counted from the server's word, whatever this machine's clock says. */
function useSecondsLeft(secondsLeft = 0, readAtMs = 0): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return Math.max(0, Math.round(secondsLeft - Math.max(0, nowMs - readAtMs) / 1000))
}

/** `9:05`. */
const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
