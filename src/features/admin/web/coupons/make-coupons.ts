// Making a campaign so that no second one comes of it: a form whose answer was lost keeps its key, and sent again the server answers the first one.
import { keepRequestKey } from '#platform/web/http/keep-request-key.ts'
import type { NewCouponBatch } from '#rulebook/credits/coupons.ts'

export type CouponRequest = Omit<NewCouponBatch, 'endsAt'> & { readonly endsOn?: string }

export function createCouponMaker<Made>(
  make: (request: CouponRequest & { readonly requestKey: string }) => Promise<Made>,
) {
  const withKey = keepRequestKey()
  return (request: CouponRequest): Promise<Made> => withKey(request, (requestKey) => make({ ...request, requestKey }))
}
