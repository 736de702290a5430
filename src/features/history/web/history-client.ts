// The calls of this feature, typed by its contract.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink } from '#platform/web/http/api-link.ts'
import type { historyContract } from '../contract.ts'

export const historyClient: ContractRouterClient<typeof historyContract> = apiClient(apiLink, ['history'])
