// The calls of this feature, typed by its contract. A call that finds the admin session gone opens it once more: another browser of the
// same admin may have ended it. Only where the sign-in is too old for that does the window get the expiry event (U-25).
import type { ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { apiClient } from '#platform/web/http/api-client.ts'
import { apiLink, type CallContext } from '#platform/web/http/api-link.ts'
import { codeOf } from '#platform/web/http/code-of.ts'
import { askForProof, proofNeededBy } from '#platform/web/http/proof-request.ts'
import { ADMIN_SESSION_EXPIRED_EVENT } from '#rulebook/admin/admin.ts'
import type { adminContract } from '../contract.ts'

export const isSessionExpired = (error: unknown): boolean => codeOf(error) === 'admin-session-expired'

let opening: Promise<unknown> | undefined

/** Several calls that were refused at once share it. */
function openAgain(): Promise<unknown> {
  opening ??= apiLink
    .call(['admin', 'session', 'open'], undefined, { context: {} })
    .catch((error) => {
      if (isSessionExpired(error)) window.dispatchEvent(new CustomEvent(ADMIN_SESSION_EXPIRED_EVENT))
      throw error
    })
    .finally(() => {
      opening = undefined
    })
  return opening
}

const adminLink: ClientLink<CallContext> = {
  call: async (path, input, options) => {
    try {
      return await apiLink.call(path, input, options)
    } catch (error) {
      // A refused call was not carried out, so repeating it does nothing twice.
      const ways = proofNeededBy(error)
      if (ways) await askForProof(ways, error)
      else if (!isSessionExpired(error) || path[1] === 'session') throw error
      // With the proof, too: the admin session takes it over from the sign-in.
      await openAgain()
      return apiLink.call(path, input, options)
    }
  },
}

export const adminClient: ContractRouterClient<typeof adminContract> = apiClient(adminLink, ['admin'])
