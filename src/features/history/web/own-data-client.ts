// The calls about a person's own data, typed by their contract.
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { apiLink } from '#platform/web/api-link.ts'
import type { ownDataContract } from '../contract.ts'

export const ownDataClient: ContractRouterClient<typeof ownDataContract> = createORPCClient(apiLink, {
  path: ['ownData'],
})
