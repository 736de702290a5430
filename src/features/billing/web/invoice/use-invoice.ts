// Asking for a 发票, taking the wish back, and its file; the order that the server answers is shown at once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifySuccess, toastError } from '#platform/web/ui/notices.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import type { InvoiceWish } from '#rulebook/credits/invoices.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import type { OwnOrder } from '../../contract.ts'
import { billingClient } from '../billing-client.ts'

export const useAskInvoice = (onDone: () => void) =>
  useInvoiceCall(
    (asked: { id: string; wish: InvoiceWish }) => billingClient.askInvoice(asked),
    INVOICE_TEXTS.asked,
    onDone,
  )

export const useWithdrawInvoice = () =>
  useInvoiceCall((order: { id: string }) => billingClient.withdrawInvoice(order), INVOICE_TEXTS.withdrawn)

function useInvoiceCall<Input>(call: (input: Input) => Promise<OwnOrder>, doneText: string, onDone?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (order) => {
      notifySuccess(doneText)
      queryClient.setQueryData(['billing', 'order', order.id], order)
      onDone?.()
    },
    onError: (error) => {
      toastError(messageOf(error, ACTIONS.invoice))
      // It was written meanwhile, or the money went back: the page shows what is true now.
      void queryClient.invalidateQueries({ queryKey: ['billing', 'order'] })
    },
  })
}

export const useInvoiceFile = () =>
  useMutation({
    mutationFn: (order: { id: string }) => billingClient.invoiceFile(order),
    onSuccess: ({ filename, type, base64 }) =>
      saveFile(filename, new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type })),
    onError: (error) => toastError(`${INVOICE_TEXTS.downloadFailed}：${messageOf(error)}`),
  })
