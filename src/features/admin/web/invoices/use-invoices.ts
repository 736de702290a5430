// Requests for 发票, and answering one.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { InvoiceRequest } from '#features/billing/invoice-contract.ts'
import { codedError } from '#platform/web/http/code-of.ts'
import { messageOf } from '#platform/web/http/error-message.ts'
import { isReadable } from '#platform/web/is-readable.ts'
import { notifyError, notifySuccess } from '#platform/web/ui/notices.tsx'
import type { AdminAction } from '#rulebook/admin/admin.ts'
import { ADMIN_INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import { adminClient } from '../admin-client.ts'
import { callLog } from '../call-log.ts'
import { useRefetch } from '../use-refetch.ts'

export const useInvoices = () =>
  useQuery({
    queryKey: ['admin', 'invoices'],
    queryFn: ({ signal }) => adminClient.invoices.list(undefined, { signal }),
    refetchOnMount: 'always',
  })

interface OfRequest {
  readonly request: InvoiceRequest
}
export type InvoiceAnswer = OfRequest &
  (
    | { readonly kind: 'refuse'; readonly reason: string }
    | { readonly kind: 'issue' | 'redden'; readonly number: string; readonly file: File | null }
  )

async function answer(given: InvoiceAnswer): Promise<{ logId: string }> {
  const { id, minor } = given.request
  if (given.kind === 'refuse') return adminClient.invoices.refuse({ id, reason: given.reason })
  const { number, file } = given
  if (given.kind === 'redden') return adminClient.invoices.redden({ id, number })
  return adminClient.invoices.issue({ id, minor, number, ...(file && { fileBase64: await base64Of(file) }) })
}

async function base64Of(file: File): Promise<string> {
  if (!(await isReadable(file))) throw codedError('file-gone')
  return btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}

const ACTIONS = { issue: 'issue_invoice', refuse: 'refuse_invoice', redden: 'red_invoice' } as const satisfies Record<
  InvoiceAnswer['kind'],
  AdminAction
>
const DONE_TEXTS = {
  issue: ADMIN_INVOICE_TEXTS.issued,
  refuse: ADMIN_INVOICE_TEXTS.refused,
  redden: ADMIN_INVOICE_TEXTS.red,
} as const

export function useAnswerInvoice(onDone: () => void) {
  const refetch = useRefetch('invoices', 'orders', 'logs')
  return useMutation({
    mutationFn: answer,
    onSuccess: async ({ logId }, { kind, request }) => {
      notifySuccess(DONE_TEXTS[kind])
      callLog(ACTIONS[kind], { logId, userId: request.userId })
      onDone()
      await refetch()
    },
    onError: async (error) => {
      notifyError(`${ADMIN_INVOICE_TEXTS.failed}：${messageOf(error)}`)
      await refetch()
    },
  })
}
