// Codes in the browser: what was made, making more, their file, stopping them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CouponBatch } from '#features/billing/coupon-contract.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { ADMIN_COUPON_TEXTS } from '#rulebook/credits/coupons.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { adminClient } from '../admin-client.ts'
import { callLog } from '../call-log.ts'
import { createCouponMaker } from './make-coupons.ts'

const KEY = ['admin', 'coupons']

export const useCoupons = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => adminClient.coupons.list(undefined, { signal }),
    refetchOnMount: 'always',
  })

const saveCodes = (name: string, codes: readonly string[]): void =>
  saveFile(`${name}.txt`, new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain;charset=utf-8' }))

const makeOnce = createCouponMaker((request) => adminClient.coupons.make(request))

export function useMakeCoupons(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: makeOnce,
    onSuccess: async ({ codes, logId }, { name }) => {
      notifySuccess(fillText(ADMIN_COUPON_TEXTS.made, { n: codes.length }))
      saveCodes(name, codes)
      callLog('make_coupons', { logId })
      onDone()
      await queryClient.invalidateQueries({ queryKey: KEY })
    },
    onError: (error) => notifyError(`${ADMIN_COUPON_TEXTS.failed}：${messageOf(error)}`),
  })
}

export const useCouponFile = () =>
  useMutation({
    mutationFn: ({ id }: CouponBatch) => adminClient.coupons.codes({ id }),
    onSuccess: (codes, { name }) =>
      saveCodes(
        name,
        codes.map(({ code }) => code),
      ),
    onError: (error) => notifyError(`${ADMIN_COUPON_TEXTS.loadFailed}：${messageOf(error)}`),
  })

export function useStopCoupons(onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: { readonly id: string; readonly reason: string }) => adminClient.coupons.stop(request),
    onSuccess: async ({ logId }) => {
      notifySuccess(ADMIN_COUPON_TEXTS.stoppedNow)
      callLog('stop_coupons', { logId })
      onDone()
      await queryClient.invalidateQueries({ queryKey: KEY })
    },
    onError: (error) => notifyError(`${ADMIN_COUPON_TEXTS.stopFailed}：${messageOf(error)}`),
  })
}
