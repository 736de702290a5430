// What the press of start would give, before it: size, price and seconds as the server knows them, or why this run cannot be had (decision 0066).
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { QUOTE_TEXTS } from '#rulebook/runs/quotes.ts'
import { durationText } from '#rulebook/runs/tool-page-texts.ts'
import type { Quote, QuoteRequest } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'

export function QuoteNote({ request }: { readonly request: QuoteRequest }) {
  const settled = useDeferredValue(request)
  const { data } = useQuery({
    queryKey: ['processing', 'quote', settled],
    queryFn: ({ signal }) => processingClient.quote(settled, { signal }),
    // A slider that is moved asks for every stop: what stands there stays until the next answer.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
  if (!data) return null
  if (data.problem)
    return (
      <Alert role="status" color="orange" p="sm" icon={<IconAlertTriangle size={18} aria-hidden />}>
        {messageOf(data.problem)}
      </Alert>
    )
  return (
    <Text size="sm" role="status" data-testid="quote">
      {quoteText(data)}
    </Text>
  )
}

const quoteText = ({ size, credits, seconds }: Quote): string =>
  [
    ...(size ? [fillText(QUOTE_TEXTS.size, size)] : []),
    fillText(QUOTE_TEXTS.credits, { credits }),
    ...(seconds === null ? [] : [fillText(QUOTE_TEXTS.time, { time: durationText(seconds) })]),
  ].join(' · ')
