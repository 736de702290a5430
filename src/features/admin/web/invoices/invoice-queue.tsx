// Requests for 发票: absent while there is none (decision 0105).
import { Button, Group } from '@mantine/core'
import type { InvoiceRequest } from '#features/billing/invoice-contract.ts'
import { ADMIN_INVOICE_TEXTS, INVOICE_KIND_LABELS } from '#rulebook/credits/invoice-texts.ts'
import { invoiceStateLabel } from '#rulebook/credits/invoices.ts'
import { moneyText } from '#rulebook/credits/orders.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { RequestQueue, RequestRow } from '../request-queue.tsx'
import { useMayCall, useMomentText } from '../use-admin-session.ts'
import { DecideInvoiceDialog } from './decide-invoice-dialog.tsx'
import { type InvoiceAnswer, useInvoices } from './use-invoices.ts'

type Kind = InvoiceAnswer['kind']

export const InvoiceQueue = () => (
  <RequestQueue<InvoiceRequest, Kind>
    id="invoice-queue"
    texts={ADMIN_INVOICE_TEXTS}
    load={useInvoices()}
    item={(request, onChoose) => <RequestItem key={request.id} request={request} onChoose={onChoose} />}
    dialog={(request, kind, onClose) => <DecideInvoiceDialog request={request} kind={kind} onClose={onClose} />}
  />
)

interface RequestItemProps {
  readonly request: InvoiceRequest
  readonly onChoose: (kind: Kind) => void
}

function RequestItem({ request, onChoose }: RequestItemProps) {
  const momentText = useMomentText()
  const mayCall = useMayCall()
  const { currency, minor, packName, state, redMinor } = request
  const asked = fillText(ADMIN_INVOICE_TEXTS.asked, {
    name: request.userName ?? ADMIN_INVOICE_TEXTS.gone,
    at: momentText(request.askedAt),
  })
  return (
    <RequestRow
      heading={fillText(ADMIN_INVOICE_TEXTS.facts, { pack: packName, amount: moneyText({ currency, minor }) })}
      state={invoiceStateLabel(state)}
      isWaiting={state === 'requested' || redMinor > 0}
      facts={factsOf(request)}
      origin={`${asked} · ${fillText(ADMIN_INVOICE_TEXTS.orderNumber, { number: request.orderNumber })}`}
      actions={mayCall('invoices.issue') && <Actions request={request} onChoose={onChoose} />}
    />
  )
}

function Actions({ request: { state, title, redMinor }, onChoose }: RequestItemProps) {
  if (state === 'requested')
    return (
      <Group gap="xs">
        <Button
          variant="default"
          size="sm"
          aria-label={fillText(ADMIN_INVOICE_TEXTS.refuseOf, { title })}
          onClick={() => onChoose('refuse')}
        >
          {ADMIN_INVOICE_TEXTS.refuse}
        </Button>
        <Button
          size="sm"
          aria-label={fillText(ADMIN_INVOICE_TEXTS.issueOf, { title })}
          onClick={() => onChoose('issue')}
        >
          {ADMIN_INVOICE_TEXTS.issue}
        </Button>
      </Group>
    )
  if (redMinor === 0) return null
  return (
    <Button size="sm" aria-label={fillText(ADMIN_INVOICE_TEXTS.reddenOf, { title })} onClick={() => onChoose('redden')}>
      {ADMIN_INVOICE_TEXTS.redden}
    </Button>
  )
}

function factsOf({ kind, title, taxNumber, email, number, redNumber, redMinor, decision, currency }: InvoiceRequest) {
  const amount = moneyText({ currency, minor: redMinor })
  return [
    ...(redMinor > 0 ? [fillText(ADMIN_INVOICE_TEXTS.needsRed, { amount })] : []),
    fillText(ADMIN_INVOICE_TEXTS.party, { kind: INVOICE_KIND_LABELS[kind], title }),
    ...(taxNumber ? [fillText(ADMIN_INVOICE_TEXTS.taxNumber, { number: taxNumber })] : []),
    fillText(ADMIN_INVOICE_TEXTS.email, { email }),
    ...(number ? [fillText(ADMIN_INVOICE_TEXTS.number, { number })] : []),
    ...(redNumber ? [fillText(ADMIN_INVOICE_TEXTS.redNumber, { number: redNumber })] : []),
    ...(decision ? [fillText(ADMIN_INVOICE_TEXTS.decision, { reason: decision })] : []),
  ]
}
