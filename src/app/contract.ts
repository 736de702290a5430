// The whole contract between browser and server, feature by feature; the OpenAPI document is made from it.
import { accountContract, loginMethodContract, mergeContract, passkeyContract } from '#features/account/contract.ts'
import { adminContract } from '#features/admin/contract.ts'
import { billingContract } from '#features/billing/contract.ts'
import { historyContract, ownDataContract } from '#features/history/contract.ts'
import { processingContract } from '#features/processing/contract.ts'
import { siteContract } from '#features/site/contract.ts'

export const contract = {
  site: siteContract,
  account: accountContract,
  loginMethods: loginMethodContract,
  passkeys: passkeyContract,
  merge: mergeContract,
  processing: processingContract,
  history: historyContract,
  ownData: ownDataContract,
  billing: billingContract,
  admin: adminContract,
}
