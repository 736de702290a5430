// `/profile/info` (document 1 §2): who I am, and what is kept of me.
import { Stack } from '@mantine/core'
import { DevicesSection } from '#features/account/web/devices-section.tsx'
import { leaveForLogin } from '#features/account/web/leave-for-login.ts'
import { LoginMethodsSection } from '#features/account/web/login-methods-section.tsx'
import { PhoneSection } from '#features/account/web/phone-section.tsx'
import { ProfileInfoPage } from '#features/account/web/profile-info-page.tsx'
import { TwoFactorSection } from '#features/account/web/two-factor-section.tsx'
import { OwnDataSection } from '#features/history/web/own-data-section.tsx'
import { OWN_DATA_TEXTS } from '#rulebook/own-data-texts.ts'
import { PAGE_TITLES } from '#rulebook/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-info'])

export default function ProfileInfo() {
  return (
    <Stack gap="lg">
      <ProfileInfoPage />
      <TwoFactorSection />
      <PhoneSection />
      <LoginMethodsSection />
      <DevicesSection />
      <OwnDataSection onDeleted={() => void leaveForLogin(OWN_DATA_TEXTS.deleted)} />
    </Stack>
  )
}
