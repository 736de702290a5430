// A press of "buy": to where the order is paid, with the provider that the buyer chose where there are several, or the documents' text while none is
// configured (document 2 §2; U-03).
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { codeOf } from '#platform/web/http/code-of.ts'
import { isKnownCode, messageOf } from '#platform/web/http/error-message.ts'
import { appWithoutDownloads } from '#platform/web/in-app/in-app-browser.ts'
import { notify, notifyInfo, toastError } from '#platform/web/ui/notices.tsx'
import { ORDER_TEXTS } from '#rulebook/credits/order-texts.ts'
import { CURRENCY_OF, ORDER_ERRORS, type PaymentProviderName } from '#rulebook/credits/orders.ts'
import { PACK_ERRORS } from '#rulebook/credits/pack-versions.ts'
import type { CreditPack } from '#rulebook/credits/packs.ts'
import { payableProviders } from '#rulebook/credits/payable-providers.ts'
import { ACTIONS } from '#rulebook/errors/actions.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { orderAddress } from '#rulebook/site/site-map.ts'
import { billingClient } from './billing-client.ts'
import type { ProviderChoiceParts } from './provider-choice.tsx'
import { checkoutKey, useOffers } from './use-billing.ts'

export interface Buying {
  readonly buy: (pack: CreditPack) => void
  /** The pack whose checkout is being opened. */
  readonly busyId: CreditPack['id'] | undefined
  /** What the buyer is asked just now. */
  readonly choice: ProviderChoiceParts | undefined
}

/** `returnTo` is the page to which the order's own page leads back. */
export function useBuy(inDevelopment: string, returnTo?: string): Buying {
  const { data: seen, refetch } = useOffers()
  const openOrder = useOpenOrder(returnTo)
  const [busyId, setBusyId] = useState<CreditPack['id']>()
  const [choice, setChoice] = useState<ProviderChoiceParts>()
  const whileBusy = async ({ id }: CreditPack, act: () => Promise<unknown>) => {
    setBusyId(id)
    setChoice(undefined)
    await act().catch(tellFailure)
    setBusyId(undefined)
  }
  const buy = async (pack: CreditPack) => {
    const { data } = await refetch({ throwOnError: true })
    if (!data?.providers.length) return notifyInfo(inDevelopment)
    const version = data.changed.find(({ packId }) => packId === pack.id)?.version ?? 0
    const prices = data.prices.filter(({ packId }) => packId === pack.id)
    const seenPrices = seen?.prices.filter(({ packId }) => packId === pack.id)
    // What was pressed is not what is sold any more: the cards show the new figures now. A finished page was filled just before.
    if (seen && (version !== pack.version || JSON.stringify(seenPrices) !== JSON.stringify(prices)))
      return notifyInfo(PACK_ERRORS['pack-changed'])
    const now = { ...pack, version }
    const app = appWithoutDownloads()
    const payable = payableProviders(app, data.providers, data.isInWechat)
    if (payable.length === 0) return notifyInfo(fillText(ORDER_TEXTS.notInApp, { app: app?.name ?? '' }))
    const providers = payable.filter((name) => prices.some(({ currency }) => currency === CURRENCY_OF[name]))
    const minorFor = (name: PaymentProviderName) => prices.find(({ currency }) => currency === CURRENCY_OF[name])!.minor
    const [first, ...others] = providers
    if (!first) return notifyInfo(ORDER_ERRORS['pack-no-price'])
    if (others.length === 0) return openOrder(now, first, minorFor(first))
    return setChoice({
      pack: now,
      providers,
      prices,
      onChoose: (provider) => void whileBusy(pack, () => openOrder(now, provider, minorFor(provider))),
      onClose: () => setChoice(undefined),
    })
  }
  return { buy: (pack) => void whileBusy(pack, () => buy(pack)), busyId, choice }
}

/** Nobody's refusal: what became of the call is not known. */
const UNKNOWN_ENDS: readonly unknown[] = ['unexpected', 'network-failed']

/** A refusal of ours says why; after anything else the buyer wonders whether anything was paid, which is done later only. */
function tellFailure(error: unknown): void {
  const text = messageOf(error, ACTIONS.pay)
  const code = codeOf(error)
  if (isKnownCode(code) && !UNKNOWN_ENDS.includes(code)) toastError(text)
  else notify({ type: 'error', title: text, message: ORDER_TEXTS.notCharged }, 'toast')
}

/** The provider's page, or our page of the order, which shows what is to be scanned. */
function useOpenOrder(returnTo: string | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async ({ id: packId, version }: CreditPack, provider: PaymentProviderName, minor: number) => {
    const order = await billingClient.buy({ packId, provider, version, minor, ...(returnTo && { returnTo }) })
    const { id, address, checkout } = order
    if (checkout?.kind === 'address') return window.location.assign(address)
    if (checkout) queries.setQueryData(checkoutKey(id), checkout)
    return navigate(orderAddress(id))
  }
}
