// `/terms-of-service` (document 1 §2, §9).
import { LegalPage } from '#features/site/web/legal-page.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { LEGAL_CLARIFIED, PRICE_TERMS_SINCE, REFUND_TERMS_SINCE } from '#rulebook/site/legal.ts'
import { LEGAL_TEXTS, TERMS_SECTIONS } from '#rulebook/site/legal-texts.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { pageMeta } from '../page-meta.ts'

const title = PAGE_TITLES['terms-of-service']
export const meta = () => pageMeta(title)

export default function TermsRoute() {
  const other = { path: PATHS.privacy, title: PAGE_TITLES['privacy-policy'] }
  const changes = fillText(LEGAL_TEXTS.termsSince, {
    refunds: REFUND_TERMS_SINCE,
    prices: PRICE_TERMS_SINCE,
    clarified: LEGAL_CLARIFIED,
  })
  return <LegalPage title={title} sections={TERMS_SECTIONS} other={other} changes={changes} />
}
