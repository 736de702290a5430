// The current picture for a screen: as stored at once, then with addresses that are good now. Until the server has confirmed
// that it still has the bytes, no run may be started with it (U-31); one that is gone is dropped with the reason.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { codeOf } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { hasLeft } from '#platform/web/http/window-person.ts'
import { notifyWarning } from '#platform/web/ui/notices.tsx'
import { runCalls } from '../workspace/lazy-parts.ts'
import type { PictureState } from '../workspace/workspace-state.ts'
import { belongsTo, type CurrentPicture, currentPicture } from './current-picture.ts'

const none = () => undefined
/** Far below the life of its addresses: this reading also says whether the server still has the picture. */
const CONFIRMED_FOR_MS = 5 * 60_000
/** A picture that fails to load with new addresses as well is not asked for without end. */
const REFRESH_AT_MOST_EVERY_MS = 30_000

export interface CurrentPictureControl extends PictureState {
  readonly hold: (picture: CurrentPicture) => void
  readonly drop: () => void
  /** Reads fresh addresses, for example after an image failed to load. */
  readonly refresh: () => void
}

export function useCurrentPicture(): CurrentPictureControl {
  const { userId, isAuthenticated } = useSessionView()
  const kept = useSyncExternalStore(currentPicture.subscribe, currentPicture.get, none)
  const isStrange = kept !== undefined && userId !== undefined && !belongsTo(kept, userId)
  // Whose it is can be said only when it is known who is looking.
  const stored = isStrange || !isAuthenticated ? undefined : kept
  useEffect(() => {
    if (isStrange) currentPicture.set(undefined)
  }, [isStrange])
  useKeptThroughSignIn(stored)
  const queryClient = useQueryClient()
  const queryKey = ['processing', 'picture', stored?.source]
  const fresh = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await runCalls.load()).readHeld(stored!, signal),
    enabled: stored !== undefined,
    staleTime: CONFIRMED_FOR_MS,
  })
  const isClaimed = stored?.isTrial === true && fresh.data !== undefined
  useEffect(() => {
    if (isClaimed) currentPicture.set({ ...fresh.data, ...(userId && { ownerId: userId }) })
  }, [isClaimed, fresh.data, userId])
  const refusal = isRefusal(fresh.error) ? fresh.error : undefined
  const isGone = refusal !== undefined && !isSignedOut(refusal)
  useEffect(() => {
    if (!isGone) return
    currentPicture.set(undefined)
    notifyWarning(messageOf({ code: 'upload-expired' }))
  }, [isGone])
  return {
    picture: stored && (fresh.data ?? stored),
    isConfirmed: fresh.data !== undefined,
    isUnreachable: fresh.isError && !isGone,
    hold: (picture) => {
      queryClient.setQueryData(['processing', 'picture', picture.source], picture)
      currentPicture.set({ ...picture, ...(userId && { ownerId: userId }) })
    },
    drop: () => currentPicture.set(undefined),
    refresh: () => {
      if (fresh.isError || Date.now() - fresh.dataUpdatedAt > REFRESH_AT_MOST_EVERY_MS)
        void queryClient.invalidateQueries({ queryKey })
    },
  }
}

/**
 * A session that ends while the page is open empties session storage and leads to the login: what is held here is written
 * again on the way out, so that it is still there after the sign-in. After a sign-out on purpose, also in another tab, it is not.
 */
function useKeptThroughSignIn(picture: CurrentPicture | undefined): void {
  const last = useRef(picture)
  last.current = picture
  useEffect(
    () => () => {
      if (last.current && !currentPicture.get() && !hasLeft(last.current.ownerId)) currentPicture.set(last.current)
    },
    [],
  )
}

/** The session ended in the middle of work: the picture is still there after the sign-in. */
const isSignedOut = (error: unknown): boolean => codeOf(error) === 'login-required'
