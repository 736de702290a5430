// The admin addresses until the back office stands: says so, with no figure made up (document 2 §2).
import { IconSettings } from '@tabler/icons-react'
import { type MetaArgs, useLocation } from 'react-router'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import { ADMIN_AREA_TEXTS } from '#rulebook/profile-area-texts.ts'
import { routeOf } from '#rulebook/site-map.ts'
import { pageMeta } from '../page-meta.ts'
import { HomeAndCatalogueLinks, PageState } from '../shell/page-state.tsx'

const titleAt = (pathname: string): string => {
  const page = routeOf(pathname).page
  return page?.startsWith('admin-') ? PAGE_TITLES[page as keyof typeof PAGE_TITLES] : PAGE_TITLES['admin-dashboard']
}

export const meta = ({ location }: MetaArgs) => pageMeta(titleAt(location.pathname))

export default function AdminRoute() {
  const { pathname } = useLocation()
  return (
    <PageState icon={<IconSettings size={36} stroke={1.5} />} title={titleAt(pathname)} body={ADMIN_AREA_TEXTS.body}>
      <HomeAndCatalogueLinks />
    </PageState>
  )
}
