// What stands around the profile pages: who it is, and the menu (document 1 §2 "/profile area"). Administrators are asked here, too, who they are, where
// a second factor comes or goes (decision 0048).

import { PROFILE_AREA_TEXTS } from '#rulebook/account/profile-area-texts.ts'
import { ADMIN_PROOF_TEXTS } from '#rulebook/admin/admin-proof.ts'
import { PROFILE_MENU } from '#rulebook/site/navigation.ts'
import { AdminProof } from '../shell/admin-proof.tsx'
import { MenuArea } from '../shell/menu-area.tsx'

export default function ProfileArea() {
  return (
    <>
      <AdminProof lead={ADMIN_PROOF_TEXTS.factorsLead} />
      <MenuArea label={PROFILE_AREA_TEXTS.navigation} items={PROFILE_MENU} />
    </>
  )
}
