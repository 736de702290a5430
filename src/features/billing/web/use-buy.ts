// A press of "buy": to the payment provider's page, or the documents' text while none is configured (document 2 §2; U-03).
import { useState } from 'react'
import { messageOf } from '#platform/web/http/error-message.ts'
import { notifyInfo, toastError } from '#platform/web/ui/notices.tsx'
import type { CreditPack } from '#rulebook/credits/packs.ts'
import { billingClient } from './billing-client.ts'
import { useOffers } from './use-billing.ts'

export interface Buying {
  readonly buy: (pack: CreditPack) => void
  /** The pack whose checkout is being opened. */
  readonly busyId: CreditPack['id'] | undefined
}

/** `returnTo` is the page to which the order's own page leads back. */
export function useBuy(inDevelopment: string, returnTo?: string): Buying {
  const { refetch } = useOffers()
  const [busyId, setBusyId] = useState<CreditPack['id']>()
  const buy = async ({ id: packId }: CreditPack) => {
    setBusyId(packId)
    try {
      const { data } = await refetch({ throwOnError: true })
      const provider = data?.providers[0]
      if (!provider) return notifyInfo(inDevelopment)
      const { address } = await billingClient.buy({ packId, provider, ...(returnTo && { returnTo }) })
      window.location.assign(address)
    } catch (error) {
      toastError(messageOf(error))
    } finally {
      setBusyId(undefined)
    }
  }
  return { buy: (pack) => void buy(pack), busyId }
}
