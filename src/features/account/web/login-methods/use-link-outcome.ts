// Back from a provider that was to be linked: a success is said once, a failure stays on the page until it is left; the words leave the
// address (server/login-methods.ts).
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { LINK_RETURN_KEY, LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'

/** Why the provider came back without being linked, or undefined. */
export function useLinkOutcome(): string | undefined {
  const [query, setQuery] = useSearchParams()
  const [failure, setFailure] = useState<string>()
  const outcome = query.get(LINK_RETURN_KEY)
  const error = query.get('error') ?? ''
  useEffect(() => {
    if (outcome === null) return
    if (outcome === 'failed') setFailure(error)
    else notifySuccess(LOGIN_METHOD_TEXTS.linked)
    setQuery({}, { replace: true, preventScrollReset: true })
  }, [outcome, error, setQuery])
  return failure
}
