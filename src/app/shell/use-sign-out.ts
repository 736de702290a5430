// Signing out from the shell: to the landing page, with the text of the place where it was pressed (document 1 §2, §8; C-31).
//
// First the guarded page is left, then the session ends: the other way round its guard would send the visitor to login. The
// effect runs when the landing page really stands; `navigate` resolves before that.
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { notifyError, notifySuccess } from '#platform/web/notices.tsx'
import { messageOf } from '#rulebook/errors.ts'
import { SIGN_OUT_TEXTS } from '#rulebook/sign-up.ts'
import { PATHS } from '#rulebook/site-map.ts'
import type { Visitor } from './visitor.ts'

export function useSignOut({ signOut }: Visitor, place: keyof typeof SIGN_OUT_TEXTS): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    if (!isLeaving || pathname !== PATHS.landing) return
    setLeaving(false)
    signOut().then(
      () => notifySuccess(SIGN_OUT_TEXTS[place]),
      () => notifyError(messageOf({ code: 'sign-out-failed' })),
    )
  }, [isLeaving, pathname, signOut, place])

  return () => {
    setLeaving(true)
    navigate(PATHS.landing)
  }
}
