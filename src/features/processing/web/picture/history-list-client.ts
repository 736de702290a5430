// The one call of the history that choosing a picture needs; the history's own screens have their own client (screens of two features
// meet in app/ only, contracts are shared).
import type { ContractRouterClient } from '@orpc/contract'
import type { historyContract } from '#features/history/contract.ts'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink } from '#platform/web/http/api-link.ts'

export const historyListClient: ContractRouterClient<Pick<typeof historyContract, 'list'>> = apiClient(apiLink, [
  'history',
])
