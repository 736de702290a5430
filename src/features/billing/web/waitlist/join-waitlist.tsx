// While packs cannot be bought: the documents' message, and the waitlist of the opening (decision 0146).
import { Button } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifyInfo, toastError } from '#platform/web/ui/notices.tsx'
import { WAITLIST_TEXTS } from '#rulebook/credits/waitlist.ts'
import type { WaitlistEntry } from '../../waitlist-contract.ts'
import { billingClient } from '../billing-client.ts'
import classes from './join-waitlist.module.css'

const KEY = ['billing', 'waitlist']

interface JoinWaitlistProps {
  /** What the documents say here. */
  readonly message: string
}

export function JoinWaitlist({ message }: JoinWaitlistProps) {
  const queries = useQueryClient()
  // Asked when it is seen: a sign-out opens the landing page, where this stands far below, while its session ends.
  const { ref, inViewport } = useInViewport()
  const { isAuthenticated } = useSessionView()
  const entry = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => billingClient.purchaseWish.read(undefined, { signal }),
    refetchOnMount: 'always',
    enabled: isAuthenticated && inViewport,
  })
  const change = useMutation({
    mutationFn: (act: 'ask' | 'withdraw') => billingClient.purchaseWish[act](),
    onSuccess: (next: WaitlistEntry) => {
      queries.setQueryData(KEY, next)
      if (next.askedAt) notifyInfo(message)
    },
    onError: (error) => toastError(messageOf(error)),
  })
  return (
    <div ref={ref} className={classes.waitlist}>
      <div>
        <p className={classes.message}>{message}</p>
        <p className={classes.note} role="status">
          {noteOf(entry.data)}
        </p>
      </div>
      {entry.data?.askedAt ? (
        <Button
          variant="default"
          leftSection={<IconBellCheck size={18} aria-hidden />}
          loading={change.isPending}
          onClick={() => change.mutate('withdraw')}
        >
          {WAITLIST_TEXTS.withdraw}
        </Button>
      ) : (
        <Button
          leftSection={<IconBell size={18} aria-hidden />}
          disabled={!entry.data}
          loading={change.isPending}
          onClick={() => change.mutate('ask')}
        >
          {WAITLIST_TEXTS.ask}
        </Button>
      )}
    </div>
  )
}

function noteOf(entry: WaitlistEntry | undefined): string {
  if (!entry?.askedAt) return WAITLIST_TEXTS.free
  return entry.byMail ? WAITLIST_TEXTS.byMail : WAITLIST_TEXTS.noMail
}
