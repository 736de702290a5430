// `/profile/info` (document 1 §2): who I am, and what is kept of me.
import { Stack } from '@mantine/core'
import { LoginMethodsSection } from '#features/account/web/login-methods/login-methods-section.tsx'
import { PhoneSection } from '#features/account/web/phone/phone-section.tsx'
import { DevicesSection } from '#features/account/web/profile/devices-section.tsx'
import { ProfileInfoPage } from '#features/account/web/profile/profile-info-page.tsx'
import { leaveForLogin } from '#features/account/web/session/leave-for-login.ts'
import { TwoFactorSection } from '#features/account/web/two-factor/two-factor-section.tsx'
import { OwnDataSection } from '#features/history/web/own-data-section.tsx'
import { OWN_DATA_TEXTS } from '#rulebook/account/own-data-texts.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
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
