// The held picture for a screen: as stored at once, then with addresses that are good now. Until the server has confirmed
// that it still has the bytes, no run may be started with it (U-31); one that is gone is dropped with the reason.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { browserFingerprint, FINGERPRINT_HEADER } from '#platform/web/browser-fingerprint.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { notifyWarning } from '#platform/web/ui/notices.tsx'
import { processingClient } from '../processing-client.ts'
import { type CurrentPicture, currentPicture, pictureOfResult, pictureOfUpload } from './current-picture.ts'

const none = () => undefined
const ADDRESSES_GOOD_FOR_MS = 5 * 60_000
/** A picture that fails to load with new addresses as well is not asked for without end. */
const REFRESH_AT_MOST_EVERY_MS = 30_000

/** Takes a picture that was uploaded without an account into the own ones (C-36). */
export async function claimTrial(id: string, signal: AbortSignal): Promise<CurrentPicture> {
  const headers = { [FINGERPRINT_HEADER]: browserFingerprint() }
  return pictureOfUpload(await processingClient.uploads.claimTrial({ id }, { signal, context: { headers } }))
}

/** The picture of a source with addresses that are good now. Throws what the calls throw, or `upload-expired`. */
export async function readPicture(source: CurrentPicture['source'], signal?: AbortSignal): Promise<CurrentPicture> {
  if ('uploadId' in source) {
    const upload = await processingClient.uploads.get({ id: source.uploadId }, { signal })
    if (upload.filesRemoved) throw Object.assign(new Error('upload-expired'), { code: 'upload-expired' })
    return pictureOfUpload(upload)
  }
  const job = await processingClient.jobs.get({ id: source.parentJobId }, { signal })
  const picture = job.filesRemoved ? undefined : pictureOfResult(job)
  if (!picture) throw Object.assign(new Error('upload-expired'), { code: 'upload-expired' })
  return picture
}

export interface CurrentPictureView {
  readonly picture: CurrentPicture | undefined
  /** The server has it. */
  readonly isConfirmed: boolean
  /** Asking failed without an answer; `refresh` asks again. */
  readonly isUnreachable: boolean
  readonly hold: (picture: CurrentPicture) => void
  readonly drop: () => void
  /** Reads fresh addresses, for example after an image failed to load. */
  readonly refresh: () => void
}

export function useCurrentPicture(): CurrentPictureView {
  const { userId, isAuthenticated } = useSessionView()
  const kept = useSyncExternalStore(currentPicture.subscribe, currentPicture.get, none)
  const isStrange = kept?.ownerId !== undefined && userId !== undefined && kept.ownerId !== userId
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
    queryFn: ({ signal }) => readHeld(stored!, signal),
    enabled: stored !== undefined,
    staleTime: ADDRESSES_GOOD_FOR_MS,
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

const readHeld = (picture: CurrentPicture, signal: AbortSignal): Promise<CurrentPicture> =>
  picture.isTrial && 'uploadId' in picture.source
    ? claimTrial(picture.source.uploadId, signal)
    : readPicture(picture.source, signal)

/**
 * A session that ends while the page is open empties session storage and leads to the login: what is held here is written
 * again on the way out, so that it is still there after the sign-in. Whoever signs out himself has left the page before.
 */
function useKeptThroughSignIn(picture: CurrentPicture | undefined): void {
  const last = useRef(picture)
  last.current = picture
  useEffect(
    () => () => {
      if (last.current && !currentPicture.get()) currentPicture.set(last.current)
    },
    [],
  )
}

/** The session ended in the middle of work: the picture is still there after the sign-in. */
const isSignedOut = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'login-required'
