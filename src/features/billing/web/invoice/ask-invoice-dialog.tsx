// The request for a 发票: for a person or a company, and to which address it is emailed.
import { Modal, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { messageOf } from '#platform/web/http/error-message.ts'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { DialogActions } from '#platform/web/ui/dialog-actions.tsx'
import { fieldOf } from '#platform/web/ui/field-of.ts'
import { useCheckedForm } from '#platform/web/ui/use-checked-form.ts'
import { INVOICE_KIND_LABELS, INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import {
  checkInvoice,
  INVOICE_KINDS,
  INVOICE_TITLE_MAX_CHARACTERS,
  type InvoiceDetails,
  type InvoiceProblem,
  tidyInvoice,
} from '#rulebook/credits/invoices.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { useAskInvoice } from './use-invoice.ts'

interface AskInvoiceDialogProps {
  /** Id of the order. */
  readonly id: string
  readonly amount: string
  readonly onClose: () => void
}

/** As the library wants it: a type with no more than these fields. */
type InvoiceFields = { -readonly [Field in keyof InvoiceDetails]: InvoiceDetails[Field] }

const KINDS = INVOICE_KINDS.map((value) => ({ value, label: INVOICE_KIND_LABELS[value] }))

export function AskInvoiceDialog({ id, amount, onClose }: AskInvoiceDialogProps) {
  const request = useAskInvoice(onClose)
  const form = useCheckedForm<InvoiceFields>({
    initialValues: { kind: 'personal', title: '', taxNumber: '', email: '' },
    validate: (details) => errorsOf(checkInvoice(tidyInvoice(details))),
    transformValues: tidyInvoice,
  })
  const submit = form.onSubmit((details) => {
    if (!request.isPending) request.mutate({ id, wish: details })
  })
  return (
    <Modal opened onClose={onClose} title={INVOICE_TEXTS.ask}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{fillText(INVOICE_TEXTS.content, { amount })}</Text>
          <ChoiceBar label={INVOICE_TEXTS.kind} choices={KINDS} {...fieldOf(form, 'kind')} />
          <Fields form={form} />
          <DialogActions
            cancel={INVOICE_TEXTS.cancel}
            onCancel={onClose}
            submit={INVOICE_TEXTS.send}
            isPending={request.isPending}
          />
        </Stack>
      </form>
    </Modal>
  )
}

function Fields({ form }: { readonly form: Pick<UseFormReturnType<InvoiceFields>, 'values' | 'getInputProps'> }) {
  const isCompany = form.values.kind === 'company'
  return (
    <>
      <TextInput
        size="md"
        data-autofocus
        required
        label={INVOICE_TEXTS.name}
        description={isCompany ? INVOICE_TEXTS.companyName : INVOICE_TEXTS.personName}
        maxLength={INVOICE_TITLE_MAX_CHARACTERS}
        {...form.getInputProps('title')}
      />
      {isCompany && (
        <TextInput
          size="md"
          required
          label={INVOICE_TEXTS.taxNumber}
          description={INVOICE_TEXTS.taxNumberHint}
          maxLength={40}
          autoCapitalize="characters"
          {...form.getInputProps('taxNumber')}
        />
      )}
      <TextInput
        size="md"
        type="email"
        required
        label={INVOICE_TEXTS.email}
        autoComplete="email"
        maxLength={254}
        {...form.getInputProps('email')}
      />
    </>
  )
}

type Field = 'title' | 'taxNumber' | 'email'
const FIELDS: Readonly<Record<string, Field>> = { 'invoice-title-missing': 'title', 'invoice-tax-number': 'taxNumber' }

/** The first problem is shown at its field; other problems are the address's. */
const errorsOf = (problem: InvoiceProblem | undefined): Partial<Record<Field, string>> =>
  problem ? { [FIELDS[problem.code] ?? 'email']: messageOf(problem) } : {}
