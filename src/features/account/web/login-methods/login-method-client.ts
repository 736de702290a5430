// The calls around login methods, for the signed-in user.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink } from '#platform/web/http/api-link.ts'
import { provingLink } from '#platform/web/http/proof-request.ts'
import type { loginMethodContract, mergeContract } from '../../contract.ts'

export const loginMethodClient: ContractRouterClient<typeof loginMethodContract> = apiClient(apiLink, ['loginMethods'])
export const mergeClient: ContractRouterClient<typeof mergeContract> = apiClient(provingLink, ['merge'])

/** Key of the list in the query client; the phone section reads and refreshes the same one. */
export const LOGIN_METHODS_KEY = ['account', 'login-methods']
