// Which provider the buyer wants to pay with, where there are several.
import { Button, Modal, Stack, Text } from '@mantine/core'
import { ORDER_TEXTS, PROVIDER_LABELS } from '#rulebook/credits/order-texts.ts'
import { CURRENCY_OF, type Money, moneyText, type PaymentProviderName } from '#rulebook/credits/orders.ts'
import { creditsText } from '#rulebook/credits/pack-prices.ts'
import type { CreditPack } from '#rulebook/credits/packs.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'

export interface ProviderChoiceParts {
  readonly pack: CreditPack
  readonly providers: readonly PaymentProviderName[]
  /** Prices of this pack, where the providers take different money. */
  readonly prices: readonly Money[]
  readonly onChoose: (provider: PaymentProviderName) => void
  readonly onClose: () => void
}

function priceOf(provider: PaymentProviderName, prices: readonly Money[]): string | undefined {
  const price = prices.length > 1 ? prices.find(({ currency }) => currency === CURRENCY_OF[provider]) : undefined
  return price && moneyText(price)
}

/** Several prices stand on the buttons of their providers. */
function packLine(pack: CreditPack, prices: readonly Money[]): string {
  const [price, ...others] = prices
  return [pack.name, creditsText(pack), price && others.length === 0 && moneyText(price)].filter(Boolean).join(' · ')
}

export const ProviderChoice = ({ pack, providers, prices, onChoose, onClose }: ProviderChoiceParts) => (
  <Modal
    opened
    onClose={onClose}
    title={ORDER_TEXTS.choose}
    size="xs"
    closeButtonProps={{ 'aria-label': CONTROL_TEXTS.close }}
  >
    <Text c="dimmed" mb="md">
      {packLine(pack, prices)}
    </Text>
    <Stack gap="sm">
      {providers.map((provider) => (
        <Button key={provider} variant="default" size="md" fullWidth onClick={() => onChoose(provider)}>
          {[PROVIDER_LABELS[provider], priceOf(provider, prices)].filter(Boolean).join(' · ')}
        </Button>
      ))}
    </Stack>
  </Modal>
)
