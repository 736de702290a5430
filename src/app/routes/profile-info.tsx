// `/profile/info` (document 1 §2): who I am, and what is kept of me.
import { Stack } from '@mantine/core'
import { ProfileInfoPage } from '#features/account/web/profile-info-page.tsx'
import { browserSessionKeeper } from '#features/account/web/stored-session.ts'
import { OwnDataSection } from '#features/history/web/own-data-section.tsx'
import { OWN_DATA_TEXTS } from '#rulebook/own-data-texts.ts'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import { PATHS } from '#rulebook/site-map.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-info'])

export default function ProfileInfo() {
  return (
    <Stack gap="lg">
      <ProfileInfoPage />
      <OwnDataSection onDeleted={leaveForGood} />
    </Stack>
  )
}

/** Nothing of the account may stay in the page's memory, so the page itself is loaded anew. */
function leaveForGood(): void {
  browserSessionKeeper.clear()
  window.location.assign(`${PATHS.login}?${new URLSearchParams({ message: OWN_DATA_TEXTS.deleted })}`)
}
