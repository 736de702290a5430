// What stands where a page broke: what is safe, and the ways out (architecture §7).
import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { useEffect } from 'react'
import { reportBrowserError } from '#features/account/web/session/report-browser-error.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'
import { HomeAndCatalogueLinks, PageState } from './page-state.tsx'

export function ErrorState({ error }: { readonly error: unknown }) {
  useEffect(() => {
    console.error(error)
    reportBrowserError('page', error)
  }, [error])
  return (
    <PageState
      icon={<IconMoodSad size={36} stroke={1.5} />}
      title={STATE_TEXTS.errorTitle}
      body={STATE_TEXTS.errorBody}
    >
      <Button onClick={() => window.location.reload()}>{STATE_TEXTS.reload}</Button>
      <HomeAndCatalogueLinks areSecond />
    </PageState>
  )
}
