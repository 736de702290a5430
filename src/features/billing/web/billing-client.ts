// The calls of this feature, typed by its contract.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink, openLink } from '#platform/web/http/api-link.ts'
import type { billingContract } from '../contract.ts'

export const billingClient: ContractRouterClient<typeof billingContract> = apiClient(apiLink, ['billing'])
/** What visitors may ask: without a token, which may have ended meanwhile. */
export const openBillingClient: Pick<typeof billingClient, 'offers'> = apiClient(openLink, ['billing'])
