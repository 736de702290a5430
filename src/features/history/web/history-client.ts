// The calls of this feature, typed by its contract.
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { apiLink } from '#platform/web/api-link.ts'
import type { historyContract } from '../contract.ts'

export const historyClient: ContractRouterClient<typeof historyContract> = createORPCClient(apiLink, {
  path: ['history'],
})
