// `/privacy-policy` (document 1 §2, §9).
import { LegalPage } from '#features/site/web/legal-page.tsx'
import { fillText } from '#rulebook/fill-text.ts'
import { LEGAL_CLARIFIED, PRIVACY_SINCE } from '#rulebook/site/legal.ts'
import { LEGAL_TEXTS, PRIVACY_SECTIONS } from '#rulebook/site/legal-texts.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { pageMeta } from '../page-meta.ts'

const title = PAGE_TITLES['privacy-policy']
export const meta = () => pageMeta(title)

export default function PrivacyRoute() {
  const other = { path: PATHS.terms, title: PAGE_TITLES['terms-of-service'] }
  const changes = fillText(LEGAL_TEXTS.privacySince, { sharing: PRIVACY_SINCE, clarified: LEGAL_CLARIFIED })
  return <LegalPage title={title} sections={PRIVACY_SECTIONS} other={other} changes={changes} />
}
