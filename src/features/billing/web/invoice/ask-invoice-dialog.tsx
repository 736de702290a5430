// The request for a 发票: for a person or a company, to which address it is told.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { ChoiceBar } from '#platform/web/ui/choice-bar.tsx'
import { INVOICE_KIND_LABELS, INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import {
  checkInvoice,
  INVOICE_KINDS,
  INVOICE_TITLE_MAX_CHARACTERS,
  type InvoiceKind,
  type InvoiceProblem,
  type InvoiceWish,
  tidyInvoice,
} from '#rulebook/credits/invoices.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { useAskInvoice } from './use-invoice.ts'

interface AskInvoiceDialogProps {
  /** Of the order. */
  readonly id: string
  readonly amount: string
  readonly onClose: () => void
}

const KINDS = INVOICE_KINDS.map((value) => ({ value, label: INVOICE_KIND_LABELS[value] }))

export function AskInvoiceDialog({ id, amount, onClose }: AskInvoiceDialogProps) {
  const request = useAskInvoice(onClose)
  const [wish, setWish] = useState({ kind: 'personal' as InvoiceKind, title: '', taxNumber: '', email: '' })
  const [isChecked, setChecked] = useState(false)
  const tidy = tidyInvoice(wish)
  const problem = isChecked ? checkInvoice(tidy) : undefined
  const set = (changes: Partial<InvoiceWish>) => setWish({ ...wish, ...changes })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!checkInvoice(tidy) && !request.isPending) request.mutate({ id, wish: tidy })
  }
  return (
    <Modal opened onClose={onClose} title={INVOICE_TEXTS.ask}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{fillText(INVOICE_TEXTS.content, { amount })}</Text>
          <ChoiceBar label={INVOICE_TEXTS.kind} choices={KINDS} value={wish.kind} onChange={(kind) => set({ kind })} />
          <Fields wish={wish} problem={problem} onChange={set} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {INVOICE_TEXTS.cancel}
            </Button>
            <Button type="submit" loading={request.isPending}>
              {INVOICE_TEXTS.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface FieldsProps {
  readonly wish: InvoiceWish
  readonly problem: InvoiceProblem | undefined
  readonly onChange: (changes: Partial<InvoiceWish>) => void
}

function Fields({ wish, problem, onChange }: FieldsProps) {
  const isCompany = wish.kind === 'company'
  return (
    <>
      <TextInput
        size="md"
        data-autofocus
        required
        label={INVOICE_TEXTS.name}
        description={isCompany ? INVOICE_TEXTS.companyName : INVOICE_TEXTS.personName}
        maxLength={INVOICE_TITLE_MAX_CHARACTERS}
        value={wish.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        error={errorOf(problem, 'title')}
      />
      {isCompany && (
        <TextInput
          size="md"
          required
          label={INVOICE_TEXTS.taxNumber}
          description={INVOICE_TEXTS.taxNumberHint}
          maxLength={40}
          autoCapitalize="characters"
          value={wish.taxNumber}
          onChange={(event) => onChange({ taxNumber: event.currentTarget.value })}
          error={errorOf(problem, 'taxNumber')}
        />
      )}
      <TextInput
        size="md"
        type="email"
        required
        label={INVOICE_TEXTS.email}
        autoComplete="email"
        maxLength={254}
        value={wish.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={errorOf(problem, 'email')}
      />
    </>
  )
}

type Field = 'title' | 'taxNumber' | 'email'
const FIELDS: Readonly<Record<string, Field>> = { 'invoice-title-missing': 'title', 'invoice-tax-number': 'taxNumber' }

/** The first problem stands at its field; what is none of the two is the address's. */
const errorOf = (problem: InvoiceProblem | undefined, field: Field): string | undefined =>
  problem && (FIELDS[problem.code] ?? 'email') === field ? messageOf(problem) : undefined
