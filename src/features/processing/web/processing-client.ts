// The calls of this feature, typed by its contract, and the shapes that the flows below need of them.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink, type CallContext } from '#platform/web/http/api-link.ts'
import type { processingContract } from '../contract.ts'

export type ProcessingClient = ContractRouterClient<typeof processingContract, CallContext>

export const processingClient: ProcessingClient = apiClient(apiLink, ['processing'])
