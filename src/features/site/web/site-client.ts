// Calls of the site feature (document 2 §4 maintenance, §2 announcement).
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { openLink } from '#platform/web/api-link.ts'
import type { siteContract } from '../contract.ts'

export const siteClient: ContractRouterClient<typeof siteContract> = createORPCClient(openLink, { path: ['site'] })
export const siteQueries = createTanstackQueryUtils(siteClient, { path: ['site'] })
