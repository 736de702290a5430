// The current picture for pages that anybody may open: what another person left in this tab, as after a sign-out in another one, is not shown.
import { useSyncExternalStore } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { belongsTo, type CurrentPicture, currentPicture } from './current-picture.ts'

const none = () => undefined

const useKeptPicture = () => useSyncExternalStore(currentPicture.subscribe, currentPicture.get, none)

export function useVisiblePicture(): CurrentPicture | undefined {
  const { userId, isAuthenticated } = useSessionView()
  const kept = useKeptPicture()
  if (!kept || kept.isTrial) return kept
  return isAuthenticated && belongsTo(kept, userId) ? kept : undefined
}

/** Also the one of a session that ended by itself, for a page that says of it only that it waits for the sign-in. */
export function useAwaitedPicture(): CurrentPicture | undefined {
  const { isAuthenticated } = useSessionView()
  const [visible, kept] = [useVisiblePicture(), useKeptPicture()]
  return isAuthenticated ? visible : kept
}
