// Above the catalogue after a picture was shared by the phone: it waits in the browser until a tool page takes it.
import { Alert } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SHARE_QUERY, SHARE_TEXTS } from '#rulebook/site/offline-texts.ts'

export function SharedPicture() {
  const { search } = useLocation()
  // The prerendered page knows no query: what depends on it comes after.
  const [outcome, setOutcome] = useState<string | null>(null)
  useEffect(() => setOutcome(new URLSearchParams(search).get(SHARE_QUERY)), [search])
  return (
    <div role="status">
      {outcome !== null && (
        <Alert color={outcome === 'yes' ? 'jade' : 'orange'} icon={<IconPhoto aria-hidden />} my="md">
          {outcome === 'yes' ? SHARE_TEXTS.received : SHARE_TEXTS.failed}
        </Alert>
      )}
    </div>
  )
}
