// What stands around the pages of the back office: the menu with its own way out, no page before the admin session is open, and above
// every page the way to a new sign-in once that has expired (document 2 §2, §6; C-31, U-25).
import { Alert, Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Outlet, useLocation } from 'react-router'
import { leaveForLogin } from '#features/account/web/session/leave-for-login.ts'
import { useAdminSession, useAdminSessionExpired } from '#features/admin/web/use-admin-session.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { ADMIN_PROOF_TEXTS } from '#rulebook/admin/admin-proof.ts'
import { mayOpen } from '#rulebook/admin/admin-roles.ts'
import { ADMIN_SESSION_TEXTS } from '#rulebook/admin/admin-users-texts.ts'
import { ADMIN_MENU, NAVIGATION_TEXTS } from '#rulebook/site/navigation.ts'
import { AdminProof } from '../shell/admin-proof.tsx'
import { LoadingScreen } from '../shell/loading-screen.tsx'
import { MenuArea } from '../shell/menu-area.tsx'
import { useSignOut } from '../shell/use-sign-out.ts'
import { useVisitor } from '../shell/visitor.ts'

export default function AdminArea() {
  const { isPending, data: session } = useAdminSession()
  const isExpired = useAdminSessionExpired()
  const signOut = useSignOut(useVisitor(), 'general')
  return (
    <MenuArea
      label={NAVIGATION_TEXTS.admin}
      items={session ? ADMIN_MENU.filter(({ key }) => mayOpen(session.role, key)) : ADMIN_MENU}
      footer={
        <Button
          variant="subtle"
          color="gray"
          mt="xs"
          px="sm"
          leftSection={<IconLogout size={18} aria-hidden />}
          onClick={signOut}
        >
          {ADMIN_SESSION_TEXTS.signOut}
        </Button>
      }
    >
      <AdminProof lead={ADMIN_PROOF_TEXTS.lead} />
      {isExpired && <SignInAgain />}
      {isPending ? <LoadingScreen /> : <Outlet />}
    </MenuArea>
  )
}

function SignInAgain() {
  const { pathname, search } = useLocation()
  const message = messageOf({ code: 'admin-session-expired' })
  return (
    <Alert color="orange" mb="lg" role="alert" title={message}>
      {ADMIN_SESSION_TEXTS.returnsHere}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void leaveForLogin(message, pathname + search)}>
        {ADMIN_SESSION_TEXTS.signInAgain}
      </Button>
    </Alert>
  )
}
