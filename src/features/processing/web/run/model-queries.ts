// What pages ask of a model: one question each, whoever asks it.
import { processingClient } from '../processing-client.ts'

interface Asked {
  readonly signal: AbortSignal
}

/** What runs usually take on pictures of this size (decision 0097). */
export const usualTimeQuery = (modelKey: string, megapixels: number | undefined) => ({
  queryKey: ['processing', 'usual-seconds', modelKey, megapixels],
  queryFn: ({ signal }: Asked) => processingClient.usualSeconds({ modelKey, megapixels }, { signal }),
})

/** What its provider can do; that changes with the operator's configuration only. */
export const capabilitiesQuery = (modelKey: string) => ({
  queryKey: ['processing', 'capabilities', modelKey],
  queryFn: ({ signal }: Asked) => processingClient.capabilities({ modelKey }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
