// Signing out from the shell: to the landing page, with the text of the place where it was pressed (document 1 §2, §8; C-31).
//
// The server ends the session at once. The state here is cleared only when the landing page really stands (`navigate` resolves
// before that): the other way round the guard of the page that is left would send the visitor to login.
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messageOf } from '#platform/web/http/error-message.ts'
import { dropKeptFile } from '#platform/web/kept-file.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { SIGN_OUT_TEXTS } from '#rulebook/account/sign-up.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import type { Visitor } from './visitor.ts'

export function useSignOut({ signOut }: Visitor, place: keyof typeof SIGN_OUT_TEXTS): () => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [leaving, setLeaving] = useState<{ readonly done: () => void }>()

  useEffect(() => {
    if (!leaving || pathname !== PATHS.landing) return
    setLeaving(undefined)
    leaving.done()
  }, [leaving, pathname])
  // The pressed button may be on the page that is left, whose guard goes with it.
  useEffect(() => () => leaving?.done(), [leaving])

  return () => {
    const pageLeft = new Promise<void>((done) => setLeaving({ done }))
    signOut(pageLeft).then(
      () => {
        notifySuccess(SIGN_OUT_TEXTS[place])
        // A page that was left in the middle of an upload keeps its file for the next sign-in; not after a sign-out on purpose.
        void dropKeptFile()
      },
      () => notifyError(messageOf({ code: 'sign-out-failed' })),
    )
    navigate(PATHS.landing, { replace: true })
  }
}
