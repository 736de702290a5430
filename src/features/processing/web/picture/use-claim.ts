import { useQuery } from '@tanstack/react-query'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { currentPicture } from './current-picture.ts'
import { claimTrial } from './read-picture.ts'

/** A picture that was uploaded before the sign-in becomes an own one first. */
export function useClaim(uploadId: string, isUnclaimed: boolean) {
  const { userId } = useSessionView()
  return useQuery({
    queryKey: ['processing', 'claim', uploadId],
    queryFn: async ({ signal }) => {
      const own = await claimTrial(uploadId, signal)
      currentPicture.set({ ...own, ...(userId && { ownerId: userId }) })
      return true
    },
    retry: false,
    enabled: isUnclaimed && userId !== undefined,
  })
}
