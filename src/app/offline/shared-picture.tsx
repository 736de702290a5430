// Above the catalogue after a picture was shared by the phone: it waits in the browser until a tool page takes it. The address alone
// proves nothing: a picture is said to be there where one is (decision 0195).
import { Alert } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { hasKeptFile } from '#platform/web/kept-file.ts'
import { SHARE_QUERY, SHARE_TEXTS } from '#rulebook/site/offline-texts.ts'

type Outcome = 'received' | 'failed'

export function SharedPicture() {
  const { search } = useLocation()
  // The prerendered page knows no query: what depends on it comes after.
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    let isLeft = false
    void outcomeOf(new URLSearchParams(search).get(SHARE_QUERY)).then((found) => !isLeft && setOutcome(found))
    return () => {
      isLeft = true
    }
  }, [search])
  return (
    <div role="status">
      {outcome && (
        <Alert color={outcome === 'received' ? 'jade' : 'orange'} icon={<IconPhoto aria-hidden />} my="md">
          {SHARE_TEXTS[outcome]}
        </Alert>
      )}
    </div>
  )
}

/** Nothing is said of a picture that a tool page has taken since. */
async function outcomeOf(param: string | null): Promise<Outcome | undefined> {
  if (param === null) return undefined
  if (await hasKeptFile().catch(() => false)) return 'received'
  return param === 'yes' ? undefined : 'failed'
}
