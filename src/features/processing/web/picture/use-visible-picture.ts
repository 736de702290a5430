// The current picture for pages that anybody may open: what another person left in this tab, as after a sign-out in another one, is not shown.
import { useSyncExternalStore } from 'react'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { belongsTo, type CurrentPicture, currentPicture } from './current-picture.ts'

const none = () => undefined

export function useVisiblePicture(): CurrentPicture | undefined {
  const { userId, isAuthenticated } = useSessionView()
  const kept = useSyncExternalStore(currentPicture.subscribe, currentPicture.get, none)
  if (!kept || kept.isTrial) return kept
  return isAuthenticated && belongsTo(kept, userId) ? kept : undefined
}
