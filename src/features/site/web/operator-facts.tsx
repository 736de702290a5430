// A place for facts about the operator (rulebook/site/operator.ts). The server fills it in the pages that were made at build time; React
// keeps what it finds there and writes the same again once the status has come.
import { useQuery } from '@tanstack/react-query'
import { type OperatorSlot, operatorHtml } from '#rulebook/site/operator.ts'
import { siteStatusQuery } from './site-client.ts'

export function OperatorFacts({ slot, className }: { readonly slot: OperatorSlot; readonly className?: string }) {
  const operator = useQuery(siteStatusQuery).data?.operator
  const html = operator ? operatorHtml(slot, operator) : ''
  return (
    <div
      className={className}
      data-operator={slot}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made and escaped by the rulebook, from the operator's own settings
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
