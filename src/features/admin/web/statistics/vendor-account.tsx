// What the vendor says is left, beside what was entered by hand; nothing where no account is configured.
import { Text } from '@mantine/core'
import { countText, POOL_PAGE_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { StatisticList } from './statistic-list.tsx'
import { useVendorAccount } from './use-statistics.ts'

export function VendorAccount() {
  const { data, isError } = useVendorAccount()
  if (!data && !isError) return null
  const { available, reserved } = data ?? { available: null, reserved: null }
  const isKnown = available !== null && reserved !== null
  return (
    <>
      <StatisticList
        statistics={[
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
