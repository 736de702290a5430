// Signing out from the shell: to the landing page, with the text of the place where it was pressed (document 1 §2, §8; C-31).
import { useNavigate } from 'react-router'
import { notifyError, notifySuccess } from '#platform/web/notices.tsx'
import { messageOf } from '#rulebook/errors.ts'
import { SIGN_OUT_TEXTS } from '#rulebook/sign-up.ts'
import { PATHS } from '#rulebook/site-map.ts'
import type { Visitor } from './visitor.ts'

export function useSignOut(visitor: Visitor, place: keyof typeof SIGN_OUT_TEXTS): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // First away from a guarded page: its guard would otherwise send the visitor to login.
    await navigate(PATHS.landing)
    try {
      await visitor.signOut()
      notifySuccess(SIGN_OUT_TEXTS[place])
    } catch {
      notifyError(messageOf({ code: 'sign-out-failed' }))
    }
  }
}
