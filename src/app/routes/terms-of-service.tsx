// `/terms-of-service` (document 1 §2, §9).
import { LegalPage } from '#features/site/web/legal-page.tsx'
import { TERMS_SECTIONS } from '#rulebook/site/legal-texts.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { pageMeta } from '../page-meta.ts'

const title = PAGE_TITLES['terms-of-service']
export const meta = () => pageMeta(title)

export default function TermsRoute() {
  const other = { path: PATHS.privacy, title: PAGE_TITLES['privacy-policy'] }
  return <LegalPage title={title} sections={TERMS_SECTIONS} other={other} />
}
