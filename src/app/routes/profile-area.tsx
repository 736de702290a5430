// What stands around the profile pages: who it is, and the menu (document 1 §2 "/profile area").
import { PROFILE_MENU } from '#rulebook/navigation.ts'
import { PROFILE_AREA_TEXTS } from '#rulebook/profile-area-texts.ts'
import { MenuArea } from '../shell/menu-area.tsx'

export default function ProfileArea() {
  return <MenuArea label={PROFILE_AREA_TEXTS.navigation} items={PROFILE_MENU} />
}
