// What the vendor says is left, beside what was entered by hand; nothing where no account is configured.
import { Text } from '@mantine/core'
import { countText, POOL_PAGE_TEXTS } from '#rulebook/admin/admin-figures-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { FigureList } from './figure-list.tsx'
import { useVendorAccount } from './use-figures.ts'

export function VendorAccount() {
  const { data, isError } = useVendorAccount()
  if (!data && !isError) return null
  const { available, reserved } = data ?? { available: null, reserved: null }
  const isKnown = available !== null && reserved !== null
  return (
    <>
      <FigureList
        figures={[
          [
            POOL_PAGE_TEXTS.vendorBalance,
            isKnown
              ? fillText(POOL_PAGE_TEXTS.vendorCredits, {
                  available: countText(available),
                  reserved: countText(reserved),
                })
              : POOL_PAGE_TEXTS.vendorUnknown,
          ],
        ]}
      />
      <Text size="sm" c="dimmed">
        {POOL_PAGE_TEXTS.vendorNote}
      </Text>
    </>
  )
}
