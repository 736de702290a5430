// Which provider the buyer wants to pay with, where there are several.
import { Button, Modal, Stack, Text } from '@mantine/core'
import { ORDER_TEXTS, PROVIDER_LABELS } from '#rulebook/credits/order-texts.ts'
import type { PaymentProviderName } from '#rulebook/credits/orders.ts'
import { CONTROL_TEXTS } from '#rulebook/site/control-texts.ts'

export interface ProviderChoiceParts {
  readonly packName: string
  readonly providers: readonly PaymentProviderName[]
  readonly onChoose: (provider: PaymentProviderName) => void
  readonly onClose: () => void
}

export const ProviderChoice = ({ packName, providers, onChoose, onClose }: ProviderChoiceParts) => (
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
          {PROVIDER_LABELS[provider]}
        </Button>
      ))}
    </Stack>
  </Modal>
)
