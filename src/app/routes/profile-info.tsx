// `/profile/info` (document 1 §2): who I am, and what is kept of me.
import { Stack } from '@mantine/core'
import { LoginMethodsSection } from '#features/account/web/login-methods/login-methods-section.tsx'
import { PasskeysSection } from '#features/account/web/passkeys/passkeys-section.tsx'
import { PhoneSection } from '#features/account/web/phone/phone-section.tsx'
import { AppearanceSection } from '#features/account/web/profile/appearance-section.tsx'
import { DevicesSection } from '#features/account/web/profile/devices-section.tsx'
import { OwnerProofDialog } from '#features/account/web/profile/owner-proof-dialog.tsx'
import { PreferencesSection } from '#features/account/web/profile/preferences-section.tsx'
import { ProfileInfoPage } from '#features/account/web/profile/profile-info-page.tsx'
import { SecurityEventsSection } from '#features/account/web/profile/security-events-section.tsx'
import { leaveForLogin } from '#features/account/web/session/leave-for-login.ts'
import { TwoFactorSection } from '#features/account/web/two-factor/two-factor-section.tsx'
import { OwnDataSection } from '#features/history/web/own-data-section.tsx'
import { ConsentSection } from '#features/processing/web/consent/consent-section.tsx'
import { serviceMoment } from '#platform/web/service-time.ts'
import { OWN_DATA_TEXTS } from '#rulebook/account/own-data-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { PAGE_TITLES } from '#rulebook/site/page-titles.ts'
import { pageMeta } from '../page-meta.ts'

export const meta = () => pageMeta(PAGE_TITLES['profile-info'])

const farewellText = (dueAt: string) =>
  void leaveForLogin(fillText(OWN_DATA_TEXTS.deleted, { time: serviceMoment(dueAt) }))

export default function ProfileInfo() {
  return (
    <Stack gap="lg">
      <ProfileInfoPage />
      <PreferencesSection />
      <AppearanceSection />
      <PasskeysSection />
      <TwoFactorSection />
      <PhoneSection />
      <LoginMethodsSection />
      <DevicesSection />
      <ConsentSection />
      <SecurityEventsSection />
      <OwnDataSection proofDialog={OwnerProofDialog} onDeleted={farewellText} />
    </Stack>
  )
}
