// `npm run check:payments`: each configured provider from an order to its end, with the keys that are set, before anybody buys. An order of the smallest pack
// is made, asked about and closed unpaid; with a waiting time somebody may pay it in between (a sandbox buyer, or a person who is refunded), and
// then a refund is requested. Nothing of it is in the database: webhooks of it find no order.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createMemoryReferences } from '#features/billing/server/payment/order-references.ts'
import { configuredProviders } from '#features/billing/server/payment/payment.ts'
import type { PaymentProvider, ProvenOutcome } from '#features/billing/server/payment/payment-provider.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Settings } from '#platform/server/settings.ts'
import { CHECKOUT_MINUTES, CURRENCY_OF, type Money, moneyText } from '#rulebook/credits/orders.ts'
import { CREDIT_PACKS, usdCents } from '#rulebook/credits/packs.ts'

interface RehearsalParts {
  readonly settings: Settings
  readonly clock: Clock
  readonly report: (line: string) => void
  /** How long somebody may take to pay; 0: nobody is waited for. */
  readonly waitMs: number
  readonly pollMs: number
}

const PACK = CREDIT_PACKS[0]!

/** True when every provider did what it should. */
export async function rehearsePayments(parts: RehearsalParts): Promise<boolean> {
  const { settings, clock, report } = parts
  const providers = configuredProviders({ settings, clock, references: createMemoryReferences() })
  if (providers.size === 0) report('No payment provider is configured (docs/operate.md "Payment").')
  let isWell = true
  for (const provider of providers.values())
    await rehearse(parts, provider).catch((error: Error) => {
      isWell = false
      report(`${provider.name}: FAILED: ${error.message}`)
    })
  return isWell
}

async function rehearse(parts: RehearsalParts, provider: PaymentProvider): Promise<void> {
  const { clock, settings } = parts
  const report = (line: string) => parts.report(`${provider.name}: ${line}`)
  await provider.proveAccount()
  report('keys, serial numbers and clock are good')
  const amount = priceIn(settings, provider)
  const orderNumber = randomUUID().replaceAll('-', '')
  const way = await provider.createCheckout({
    orderNumber,
    title: `${PACK.name} check:payments`,
    amount,
    expiresAt: new Date(clock.now().getTime() + CHECKOUT_MINUTES * 60_000),
    returnAddress: settings.publicOrigin,
    isPhone: false,
    isInWechat: false,
    payer: undefined,
    clientAddress: '127.0.0.1',
  })
  const place = way.kind === 'address' ? way.address : way.kind === 'qr' ? way.code : way.kind
  report(`order ${orderNumber} over ${moneyText(amount)} is paid at ${place}`)
  const outcome = await waitForPayment(parts, provider, orderNumber)
  report(`asked about, the order is ${outcome.state}`)
  if (outcome.state === 'paid') return payBack(parts, provider, { orderNumber, amount })
  const closed = await provider.close(orderNumber)
  if (closed === 'paid') return payBack(parts, provider, { orderNumber, amount })
  report('closed unpaid')
}

function priceIn({ payment }: Settings, { name }: PaymentProvider): Money {
  const currency = CURRENCY_OF[name]
  return { currency, minor: currency === 'USD' ? usdCents(PACK) : payment.pricesFen![PACK.id] }
}

async function waitForPayment(
  { clock, waitMs, pollMs }: RehearsalParts,
  provider: PaymentProvider,
  orderNumber: string,
): Promise<ProvenOutcome> {
  const untilMs = clock.now().getTime() + waitMs
  for (;;) {
    const outcome = await provider.queryOrder(orderNumber)
    const isOpen = outcome.state === 'waiting' || outcome.state === 'unknown-there'
    if (!isOpen || clock.now().getTime() >= untilMs) return outcome
    await delay(pollMs)
  }
}

async function payBack(
  { report }: RehearsalParts,
  provider: PaymentProvider,
  { orderNumber, amount }: { readonly orderNumber: string; readonly amount: Money },
): Promise<void> {
  const refundNumber = randomUUID().replaceAll('-', '')
  const refund = { orderNumber, refundNumber, amount, total: amount, reason: 'check:payments' }
  const state = await provider.refund(refund)
  report(`${provider.name}: ${moneyText(amount)} asked back under ${refundNumber}: ${state}`)
}
