// Calls of the site feature (document 2 §4 maintenance, §2 announcement).
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { openLink } from '#platform/web/http/api-link.ts'
import type { siteContract } from '../contract.ts'

export const siteClient: ContractRouterClient<typeof siteContract> = apiClient(openLink, ['site'])
/** The operator's switches and details: one request for every screen that needs them. */
export const siteStatusQuery = {
  queryKey: ['site', 'status'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => siteClient.status(undefined, { signal }),
}
