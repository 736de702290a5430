// Asking for a 发票, withdrawing the request, and its file.
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#platform/web/http/error-message.ts'
import { toastError } from '#platform/web/ui/notices.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import type { InvoiceDetails } from '#rulebook/credits/invoices.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { billingClient } from '../billing-client.ts'
import { useOrderCall } from '../use-order-call.ts'

export const useAskInvoice = (onDone: () => void) =>
  useOrderCall(
    (asked: { id: string; wish: InvoiceDetails }) => billingClient.askInvoice(asked),
    { done: INVOICE_TEXTS.asked, action: ACTIONS.invoice },
    onDone,
  )

export const useWithdrawInvoice = () =>
  useOrderCall((order: { id: string }) => billingClient.withdrawInvoice(order), {
    done: INVOICE_TEXTS.withdrawn,
    action: ACTIONS.invoice,
  })

export const useInvoiceFile = () =>
  useMutation({
    mutationFn: (order: { id: string }) => billingClient.invoiceFile(order),
    onSuccess: ({ filename, type, base64 }) =>
      saveFile(filename, new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type })),
    onError: (error) => toastError(`${INVOICE_TEXTS.downloadFailed}：${messageOf(error)}`),
  })
