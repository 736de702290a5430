// Says what goes wrong with the auth state. A start that fails is an alert of the application, and the rest of the site
// works on without an account: basic mode (document 1 §8; U-50).
import { useEffect } from 'react'
import type { Auth } from '#features/account/web/session/auth-store.ts'
import { notify, toastError } from '#platform/web/ui/notices.tsx'
import { isSignOutText } from '#rulebook/account/auth-texts.ts'
import { APP_TEXTS } from '#rulebook/site/product.ts'
import { STATE_TEXTS } from '#rulebook/site/shell-texts.ts'

export function useAuthNotices({ error, initialized, user, session }: Auth): void {
  useEffect(() => {
    if (!error || !initialized) return
    if (user || session || isSignOutText(error)) toastError(error)
    else notify({ type: 'error', title: `${APP_TEXTS.initFailed}：${error}`, message: STATE_TEXTS.basicMode }, 'app')
  }, [error, initialized, user, session])
}
