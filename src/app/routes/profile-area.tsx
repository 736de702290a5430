// What stands around the profile pages: who it is, and the menu (document 1 §2 "/profile area").

import { PROFILE_AREA_TEXTS } from '#rulebook/account/profile-area-texts.ts'
import { PROFILE_MENU } from '#rulebook/site/navigation.ts'
import { MenuArea } from '../shell/menu-area.tsx'

export default function ProfileArea() {
  return <MenuArea label={PROFILE_AREA_TEXTS.navigation} items={PROFILE_MENU} />
}
