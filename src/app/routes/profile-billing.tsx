// `/profile/billing` (document 2 §2; C-47: `?pack=` names the pack to which a visitor returned, `?from=` the page to go back to).
import { useSearchParams } from 'react-router'
import { useAuth } from '#features/account/web/session/auth-store.ts'
import { BillingPage } from '#features/billing/web/billing-page.tsx'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-billing'])

export default function BillingRoute() {
  const { profile } = useAuth()
  const [query] = useSearchParams()
  if (!profile) return null
  return (
    <BillingPage
      userType={profile.user_type}
      status={profile.status}
      credits={profile.credits}
      chosenPackId={query.get('pack') ?? undefined}
      cameFrom={query.get('from') ?? undefined}
    />
  )
}
