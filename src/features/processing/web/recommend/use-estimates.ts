// What was measured in an uploaded picture, or in a visitor's trial picture; null where nothing could be measured.
import { useQuery } from '@tanstack/react-query'
import { browserFingerprint } from '#platform/web/browser-fingerprint.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import { processingClient } from '../processing-client.ts'

export function useEstimates(uploadId: string, isEnabled = true) {
  const { isAuthenticated } = useSessionView()
  return useQuery({
    queryKey: ['processing', 'estimates', uploadId],
    queryFn: async ({ signal }) => {
      const headers: Record<string, string> = isAuthenticated ? {} : { [FINGERPRINT_HEADER]: browserFingerprint() }
      const call = { signal, context: { headers } }
      return (await processingClient.uploads.estimates({ id: uploadId }, call)).estimates
    },
    staleTime: Number.POSITIVE_INFINITY,
    // It is an extra: a failure is not worth a second try.
    retry: false,
    enabled: isEnabled,
  })
}
