// Free looks at one spot with several models (decision 0099): the first one finds the spot where nobody has chosen one, the others follow.
import { useQueries, useQuery } from '@tanstack/react-query'
import { browserFingerprint } from '#platform/web/browser-fingerprint.ts'
import { useSessionView } from '#platform/web/http/session-context.ts'
import { FINGERPRINT_HEADER } from '#rulebook/pictures/browser-storage.ts'
import { ADDRESS_FRESH_MS } from '#rulebook/pictures/shown-pictures.ts'
import type { ModelConfig } from '#rulebook/tools/model.ts'
import type { Patch, PatchRequest } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'
import { capabilitiesQuery } from '../run/model-queries.ts'

export type Spot = Patch['spot']
/** A model with the values that it is tried with. */
export type Trial = Pick<PatchRequest, 'modelKey' | 'mode' | 'params'>

export const automatic = ({ key }: ModelConfig): Trial => ({ modelKey: key, mode: 'auto', params: {} })

/** A patch of each trial, in its order; `spot` is undefined until somebody chooses. */
export function usePatches(source: PatchRequest['source'], trials: readonly Trial[], chosen: Spot | undefined) {
  const { isAuthenticated } = useSessionView()
  const queryOf = (trial: Trial, spot: Spot | undefined) => ({
    queryKey: ['processing', 'patch', source, trial, spot],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
      const headers: Record<string, string> = isAuthenticated ? {} : { [FINGERPRINT_HEADER]: browserFingerprint() }
      return processingClient.drawPatch({ source, ...trial, ...(spot && { spot }) }, { signal, context: { headers } })
    },
    staleTime: ADDRESS_FRESH_MS,
    // Each counts towards the limit; a retry needs another press.
    retry: false,
  })
  const [leader, ...others] = trials
  const first = useQuery(queryOf(leader!, chosen))
  const spot = chosen ?? first.data?.spot
  const rest = useQueries({
    queries: others.map((trial) => ({ ...queryOf(trial, spot), enabled: spot !== undefined && !first.isPending })),
  })
  return { spot, patches: [first, ...rest] }
}

/** Those of these models whose provider lets them be tried; undefined until that is known. */
export function useTriable(models: readonly ModelConfig[]): readonly ModelConfig[] | undefined {
  const answers = useQueries({
    queries: models.map(({ key }) => capabilitiesQuery(key)),
  })
  if (answers.some(({ isPending }) => isPending)) return undefined
  return models.filter((_, i) => answers[i]!.data?.hasPatches)
}
