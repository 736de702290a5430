// An address that leads nowhere, with the navigation around it (U-12).
import { IconMapSearch } from '@tabler/icons-react'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { HomeAndCatalogueLinks, PageState } from './page-state.tsx'

export function NotFoundState() {
  return (
    <PageState
      icon={<IconMapSearch size={36} stroke={1.5} />}
      title={STATE_TEXTS.notFoundTitle}
      body={STATE_TEXTS.notFoundBody}
    >
      <HomeAndCatalogueLinks />
    </PageState>
  )
}
