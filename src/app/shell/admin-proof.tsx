// Where an area may ask an administrator who is there (decisions 0048 and 0191). The dialog comes with the first question: everybody has a profile page, and
// hardly anybody is asked.
import { useEffect, useSyncExternalStore } from 'react'
import { currentProofRequest, endProofRequest, onProofRequest } from '#platform/web/http/proof-request.ts'
import { lazyPart, useLazyPart } from '#platform/web/lazy-part.ts'

const proofDialog = lazyPart(() => import('./admin-proof-dialog.tsx'))

/** `lead`: why a second factor is asked for here. */
export function AdminProof({ lead }: { readonly lead: string }) {
  const isAsked = useSyncExternalStore(onProofRequest, currentProofRequest) !== undefined
  useOwnEscape()
  const Dialog = useLazyPart(proofDialog, isAsked)?.AdminProofDialog
  return Dialog ? <Dialog lead={lead} /> : null
}

/**
 * Each open dialog closes at Esc, and with the one below everything would be gone that was typed there. This listener is the area's first, so that
 * no other gets a key that was meant for this dialog.
 */
function useOwnEscape() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !currentProofRequest()) return
      event.stopImmediatePropagation()
      endProofRequest(false)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      // Who leaves the area answers nothing any more.
      endProofRequest(false)
    }
  }, [])
}
