// While packs cannot be bought: the documents' message, and the wish to be notified of the opening (decision 0146).
import { Button } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifyInfo, toastError } from '#platform/web/ui/notices.tsx'
import { PURCHASE_WISH_TEXTS } from '#rulebook/credits/purchase-wish-texts.ts'
import type { PurchaseWish as Wish } from '../../wish-contract.ts'
import { billingClient } from '../billing-client.ts'
import classes from './purchase-wish.module.css'

const KEY = ['billing', 'purchase-wish']

interface PurchaseWishProps {
  /** What the documents say here. */
  readonly message: string
}

export function PurchaseWish({ message }: PurchaseWishProps) {
  const queries = useQueryClient()
  // Asked when it is seen: a sign-out opens the landing page, where this stands far below, while its session ends.
  const { ref, inViewport } = useInViewport()
  const { isAuthenticated } = useSessionView()
  const wish = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => billingClient.purchaseWish.read(undefined, { signal }),
    refetchOnMount: 'always',
    enabled: isAuthenticated && inViewport,
  })
  const change = useMutation({
    mutationFn: (act: 'ask' | 'withdraw') => billingClient.purchaseWish[act](),
    onSuccess: (next: Wish) => {
      queries.setQueryData(KEY, next)
      if (next.askedAt) notifyInfo(message)
    },
    onError: (error) => toastError(messageOf(error)),
  })
  return (
    <div ref={ref} className={classes.wish}>
      <div>
        <p className={classes.message}>{message}</p>
        <p className={classes.note} role="status">
          {noteOf(wish.data)}
        </p>
      </div>
      {wish.data?.askedAt ? (
        <Button
          variant="default"
          leftSection={<IconBellCheck size={18} aria-hidden />}
          loading={change.isPending}
          onClick={() => change.mutate('withdraw')}
        >
          {PURCHASE_WISH_TEXTS.withdraw}
        </Button>
      ) : (
        <Button
          leftSection={<IconBell size={18} aria-hidden />}
          disabled={!wish.data}
          loading={change.isPending}
          onClick={() => change.mutate('ask')}
        >
          {PURCHASE_WISH_TEXTS.ask}
        </Button>
      )}
    </div>
  )
}

function noteOf(wish: Wish | undefined): string {
  if (!wish?.askedAt) return PURCHASE_WISH_TEXTS.free
  return wish.byMail ? PURCHASE_WISH_TEXTS.byMail : PURCHASE_WISH_TEXTS.noMail
}
