// Which provider the buyer wants to pay with, where there are several.
import { Button, Modal, Stack, Text } from '@mantine/core'
import { ORDER_TEXTS, PROVIDER_LABELS } from '#rulebook/credits/order-texts.ts'
import { CURRENCY_OF, type Money, moneyText, type PaymentProviderName } from '#rulebook/credits/orders.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'

export interface ProviderChoiceParts {
  readonly packName: string
  readonly providers: readonly PaymentProviderName[]
  /** Of this pack, where the providers take different money. */
  readonly prices: readonly Money[]
  readonly onChoose: (provider: PaymentProviderName) => void
  readonly onClose: () => void
}

function priceOf(provider: PaymentProviderName, prices: readonly Money[]): string | undefined {
  const price = prices.length > 1 ? prices.find(({ currency }) => currency === CURRENCY_OF[provider]) : undefined
  return price && moneyText(price)
}

export const ProviderChoice = ({ packName, providers, prices, onChoose, onClose }: ProviderChoiceParts) => (
  <Modal
    opened
    onClose={onClose}
    title={ORDER_TEXTS.choose}
    size="xs"
    closeButtonProps={{ 'aria-label': CONTROL_TEXTS.close }}
  >
    <Text c="dimmed" mb="md">
      {packName}
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
