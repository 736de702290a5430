// Signed-in users have no business on login or registration: forward to the redirect value or / (U-11, C-38).
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safeRedirect } from '#rulebook/site/guard.ts'
import { useAuth } from './auth-store.ts'

export function useForwardSignedIn(isHeldBack = false): void {
  const { isAuthenticated } = useAuth()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const target = safeRedirect(query.get('redirect'))
  useEffect(() => {
    if (isAuthenticated && !isHeldBack) navigate(target, { replace: true })
  }, [isAuthenticated, isHeldBack, navigate, target])
}
