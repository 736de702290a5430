// The calls about a person's own data, typed by their contract.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink } from '#platform/web/http/api-link.ts'
import type { ownDataContract } from '../contract.ts'

export const ownDataClient: ContractRouterClient<typeof ownDataContract> = apiClient(apiLink, ['ownData'])
