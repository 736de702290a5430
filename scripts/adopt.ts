// `npm run adopt`: makes the storage and the SECRET of these settings the service's own (decision 0071). For when the old ones
// are lost for good; the service must be stopped.
import { adoptIdentity } from '#platform/server/identity/prove-identity.ts'
import { onStoppedService } from './stopped-service.ts'

await onStoppedService(async (parts) => {
  await adoptIdentity(parts)
  return 'This storage and this SECRET are the service’s own from now on. 当前存储与 SECRET 已登记为本服务所有。'
})
