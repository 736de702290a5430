// 发票 on an order's page: what can be asked for, what was asked, what was written, and its file (decision 0105).
import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { guidesToBrowser } from '#platform/web/in-app/guides-to-browser.ts'
import { INVOICE_KIND_LABELS, INVOICE_STATE_TEXTS, INVOICE_TEXTS } from '#rulebook/credits/invoice-texts.ts'
import { invoiceStateLabel } from '#rulebook/credits/invoices.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import type { OwnOrder } from '../../contract.ts'
import { AskInvoiceDialog } from './ask-invoice-dialog.tsx'
import { useInvoiceFile, useWithdrawInvoice } from './use-invoice.ts'

/** Absent where there is nothing to ask and nothing was asked. */
export function OrderInvoice({ order }: { readonly order: OwnOrder }) {
  const asked = order.invoice?.state === 'withdrawn' ? null : order.invoice
  if (!asked && order.invoiceableMinor === null) return null
  return (
    <section aria-label={INVOICE_TEXTS.title} data-screen-only={!asked || undefined}>
      <Title order={2} fz="h4" mb="sm">
        {INVOICE_TEXTS.title}
      </Title>
      {asked && <Asked order={order} invoice={asked} />}
      {order.invoiceableMinor !== null && <Offer order={order} minor={order.invoiceableMinor} />}
    </section>
  )
}

interface AskedProps {
  readonly order: OwnOrder
  readonly invoice: NonNullable<OwnOrder['invoice']>
}

function Asked({ order: { id, currency, invoiceableMinor }, invoice }: AskedProps) {
  const withdrawal = useWithdrawInvoice()
  const download = useInvoiceFile()
  const { state, kind, title, taxNumber, minor, number, hasFile, decision } = invoice
  const isFinal = state === 'refused' && invoiceableMinor === null
  const stateText = isFinal
    ? ''
    : fillText(INVOICE_STATE_TEXTS[state] ?? '', { amount: moneyText({ currency, minor }) })
  return (
    <Alert
      role="status"
      variant="light"
      color={state === 'refused' ? 'orange' : state === 'issued' ? 'jade' : 'gray'}
      title={invoiceStateLabel(state)}
      mb="sm"
    >
      <Text>
        {fillText(INVOICE_TEXTS.facts, { kind: INVOICE_KIND_LABELS[kind], title })}
        {taxNumber && ` · ${taxNumber}`}
      </Text>
      {number && <Text>{fillText(INVOICE_TEXTS.number, { number })}</Text>}
      {decision && <Text>{fillText(INVOICE_TEXTS.refusal, { reason: decision })}</Text>}
      <Text>{stateText}</Text>
      {state === 'requested' && (
        <Button
          variant="default"
          size="sm"
          mt="sm"
          loading={withdrawal.isPending}
          onClick={() => withdrawal.mutate({ id })}
        >
          {INVOICE_TEXTS.withdraw}
        </Button>
      )}
      {hasFile && (
        <Button
          variant="default"
          size="sm"
          mt="sm"
          loading={download.isPending}
          onClick={() => guidesToBrowser() || download.mutate({ id })}
        >
          {INVOICE_TEXTS.download}
        </Button>
      )}
    </Alert>
  )
}

function Offer({ order, minor }: { readonly order: OwnOrder; readonly minor: number }) {
  const [isAsking, setAsking] = useState(false)
  const amount = moneyText({ currency: order.currency, minor })
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" flex="1 1 280px">
        {fillText(INVOICE_TEXTS.offer, { amount })}
      </Text>
      <Button variant="default" onClick={() => setAsking(true)}>
        {INVOICE_TEXTS.ask}
      </Button>
      {isAsking && <AskInvoiceDialog id={order.id} amount={amount} onClose={() => setAsking(false)} />}
    </Group>
  )
}
