// What was measured in an uploaded picture; null where nothing could be measured.
import { useQuery } from '@tanstack/react-query'
import { processingClient } from '../processing-client.ts'

export const useEstimates = (uploadId: string, isEnabled = true) =>
  useQuery({
    queryKey: ['processing', 'estimates', uploadId],
    queryFn: async ({ signal }) => (await processingClient.uploads.estimates({ id: uploadId }, { signal })).estimates,
    staleTime: Number.POSITIVE_INFINITY,
    // It is an extra: a failure is not worth a second try.
    retry: false,
    enabled: isEnabled,
  })
