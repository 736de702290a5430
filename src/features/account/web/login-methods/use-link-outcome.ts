// Back from a provider that was to be linked: a success is said once, a failure stays on the page until it is left; the words leave the
// address (server/login-methods/login-methods.ts). Typed by hand they have no effect: this tab must have left for the provider, and the account
// have the method (decision 0195).
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { notifySuccess } from '#platform/web/ui/notices.tsx'
import { unlessForbidden } from '#platform/web/unless-forbidden.ts'
import { LINK_RETURN_KEY, LOGIN_METHOD_TEXTS } from '#rulebook/account/login-method-texts.ts'
import { LINKING_KEY } from '#rulebook/pictures/browser-storage.ts'
import type { LoginMethod } from '../../contract.ts'
import type { ProviderName } from '../session/auth-calls.ts'

/** Before the page is left for the provider. */
export const noteLinking = (provider: ProviderName): void =>
  unlessForbidden(() => sessionStorage.setItem(LINKING_KEY, provider))

/** Why the provider came back without being linked, or undefined. */
export function useLinkOutcome(methods: readonly LoginMethod[] | undefined): string | undefined {
  const [query, setQuery] = useSearchParams()
  const [linking, setLinking] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const outcome = query.get(LINK_RETURN_KEY)
  const error = query.get('error') ?? ''
  useEffect(() => {
    if (outcome === null) return
    const provider = takeLinking()
    if (provider && outcome === 'failed') setFailure(error)
    else setLinking(provider)
    setQuery({}, { replace: true, preventScrollReset: true })
  }, [outcome, error, setQuery])
  useEffect(() => {
    if (!linking || !methods) return
    if (methods.some(({ type }) => type === linking)) notifySuccess(LOGIN_METHOD_TEXTS.linked)
    else setFailure('')
    setLinking(undefined)
  }, [linking, methods])
  return failure
}

function takeLinking(): string | undefined {
  const provider = unlessForbidden(() => sessionStorage.getItem(LINKING_KEY)) ?? undefined
  unlessForbidden(() => sessionStorage.removeItem(LINKING_KEY))
  return provider
}
