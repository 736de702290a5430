// The list of uploads with their records, for choosing a picture and for its versions. It answers where the history does.
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink } from '#platform/web/http/api-link.ts'
import type { listRecords } from '../../records-contract.ts'

export const recordsClient: ContractRouterClient<{ readonly list: typeof listRecords }> = apiClient(apiLink, [
  'history',
])
