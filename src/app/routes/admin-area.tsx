// What stands around the pages of the back office: the menu, and no page before the admin session is open (document 2 §2; U-25).
import { Outlet } from 'react-router'
import { useAdminSession } from '#features/admin/web/use-admin-session.ts'
import { ADMIN_MENU, NAVIGATION_TEXTS } from '#rulebook/navigation.ts'
import { LoadingScreen } from '../shell/loading-screen.tsx'
import { MenuArea } from '../shell/menu-area.tsx'

export default function AdminArea() {
  const { isPending } = useAdminSession()
  return (
    <MenuArea label={NAVIGATION_TEXTS.admin} items={ADMIN_MENU} size="xl">
      {isPending ? <LoadingScreen /> : <Outlet />}
    </MenuArea>
  )
}
