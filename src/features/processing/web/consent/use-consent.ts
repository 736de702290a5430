// Whether this person agreed to pictures going to an outside provider, and the two calls that change it (decision 0064).
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsentOffer, ConsentState } from '../../contract.ts'
import { processingClient } from '../processing-client.ts'

const QUERY_KEY = ['processing', 'consent']

export const useConsent = () =>
  useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => processingClient.consent.read(undefined, { signal }),
    staleTime: 0,
  })

/** After a failure too the state is read again: the texts may have changed meanwhile. */
function useChange<Input>(change: (input: Input) => Promise<ConsentState>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (state) => queries.setQueryData(QUERY_KEY, state),
    onError: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  })
}

export const useGiveConsent = () => useChange((shown: ConsentOffer) => processingClient.consent.give(shown))
export const useRevokeConsent = () => useChange<void>(() => processingClient.consent.revoke())
