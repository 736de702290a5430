// The answer to a request for a 发票: the number and file of the one that was written, a reason why there is none, or the red number.
import { FileInput, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { InvoiceRequest } from '#features/billing/invoice-contract.ts'
import { textOfProblem } from '#platform/web/http/error-message.ts'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { useCheckedForm } from '#platform/web/ui/use-checked-form.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { ADMIN_INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import { checkInvoiceFile, checkInvoiceNumber, tidyInvoiceNumber } from '#rulebook/credits/invoices.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { type InvoiceAnswer, useAnswerInvoice } from './use-invoices.ts'

interface DecideInvoiceDialogProps {
  readonly request: InvoiceRequest
  readonly kind: InvoiceAnswer['kind']
  readonly onClose: () => void
}

export function DecideInvoiceDialog({ request, kind, onClose }: DecideInvoiceDialogProps) {
  const answer = useAnswerInvoice(onClose)
  if (kind === 'refuse')
    return (
      <ReasonDialog
        title={ADMIN_INVOICE_TEXTS.refuseTitle}
        body={ADMIN_INVOICE_TEXTS.refuseBody}
        label={ADMIN_INVOICE_TEXTS.refuseReason}
        action={ADMIN_INVOICE_TEXTS.refuse}
        isPending={answer.isPending}
        onReason={(reason) => answer.mutate({ kind, request, reason })}
        onClose={onClose}
      />
    )
  const isRed = kind === 'redden'
  return (
    <NumberDialog
      title={isRed ? ADMIN_INVOICE_TEXTS.reddenTitle : ADMIN_INVOICE_TEXTS.issueTitle}
      body={fillText(isRed ? ADMIN_INVOICE_TEXTS.reddenBody : ADMIN_INVOICE_TEXTS.issueBody, {
        title: request.title,
        amount: moneyText({ currency: request.currency, minor: request.minor }),
        number: request.number ?? '',
      })}
      label={isRed ? ADMIN_INVOICE_TEXTS.redLabel : ADMIN_INVOICE_TEXTS.numberLabel}
      takesFile={!isRed}
      isPending={answer.isPending}
      onNumber={(number, file) => answer.mutate({ kind, request, number, file })}
      onClose={onClose}
    />
  )
}

interface NumberDialogProps {
  readonly title: string
  readonly body: string
  readonly label: string
  readonly takesFile: boolean
  readonly isPending: boolean
  readonly onNumber: (number: string, file: File | null) => void
  readonly onClose: () => void
}

type NumberAndFile = { number: string; file: File | null }

function NumberDialog({ title, body, label, takesFile, isPending, onNumber, onClose }: NumberDialogProps) {
  const form = useCheckedForm<NumberAndFile>({
    initialValues: { number: '', file: null },
    // A file is whole when it is chosen; a number is being typed.
    validateInputOnChange: ['file'],
    validate: {
      number: (number) => textOfProblem(checkInvoiceNumber(tidyInvoiceNumber(number))),
      file: (file) => textOfProblem(checkInvoiceFile(file)),
    },
  })
  const submit = form.onSubmit(({ number, file }) => {
    if (!isPending) onNumber(tidyInvoiceNumber(number), file)
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{body}</Text>
          <TextInput
            size="md"
            data-autofocus
            required
            label={label}
            inputMode="numeric"
            maxLength={40}
            {...form.getInputProps('number')}
          />
          {takesFile && (
            <FileInput
              size="md"
              label={ADMIN_INVOICE_TEXTS.file}
              description={ADMIN_INVOICE_TEXTS.fileHint}
              accept=".pdf,.ofd,application/pdf,application/ofd"
              clearable
              clearButtonProps={{ 'aria-label': ADMIN_INVOICE_TEXTS.clearFile }}
              {...form.getInputProps('file')}
            />
          )}
          <DialogActions
            cancel={ADMIN_PAGE_TEXTS.cancel}
            onCancel={onClose}
            submit={ADMIN_INVOICE_TEXTS.save}
            isPending={isPending}
          />
        </Stack>
      </form>
    </Modal>
  )
}
