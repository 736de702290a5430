// Making a campaign so that no second one comes of it: a form whose answer was lost keeps its key, and sent again the server answers the first one.
import { isRefusal } from '#platform/web/http/repeat-call.ts'
import { makeRequestKey } from '#platform/web/http/request-key.ts'
import type { NewCouponBatch } from '#rulebook/credits/coupons.ts'

export type CouponRequest = NewCouponBatch & { readonly endsOn?: string }

export function createCouponMaker<Made>(
  make: (request: CouponRequest & { readonly requestKey: string }) => Promise<Made>,
) {
  let unanswered: { readonly requestKey: string; readonly form: string } | undefined
  return async (request: CouponRequest): Promise<Made> => {
    const form = JSON.stringify(request)
    const requestKey = unanswered?.form === form ? unanswered.requestKey : makeRequestKey()
    unanswered = { requestKey, form }
    try {
      const made = await make({ ...request, requestKey })
      unanswered = undefined
      return made
    } catch (error) {
      if (isRefusal(error)) unanswered = undefined
      throw error
    }
  }
}
