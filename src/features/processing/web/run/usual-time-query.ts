// What runs of a model usually take on pictures of this size (decision 0097): one question, whoever asks it.
import { processingClient } from '../processing-client.ts'

export const usualTimeQuery = (modelKey: string, megapixels: number | undefined) => ({
  queryKey: ['processing', 'usual-seconds', modelKey, megapixels],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    processingClient.usualSeconds({ modelKey, megapixels }, { signal }),
})
