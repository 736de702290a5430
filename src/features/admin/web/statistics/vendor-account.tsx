// What the vendor says: what is left, whether its list and our runs agree, and what runs there bring in; nothing where no account is configured.
import { Text } from '@mantine/core'
import { amountUsdText, countText, POOL_PAGE_TEXTS, VENDOR_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { leastEarnedUsd } from '#rulebook/admin/pool.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { useMomentText } from '../use-admin-session.ts'
import { StatisticList } from './statistic-list.tsx'
import { useVendorAccount, type VendorAccountStatistics } from './use-statistics.ts'

export function VendorAccount({ costPerCreditUsd }: { readonly costPerCreditUsd: number }) {
  const { data, isError } = useVendorAccount()
  const momentText = useMomentText()
  if (!data && !isError) return null
  return (
    <>
      <StatisticList
        statistics={[
          [POOL_PAGE_TEXTS.vendorBalance, balanceText(data)],
          ...(data
            ? ([
                [VENDOR_TEXTS.report, reportText(data.report, momentText)],
                [VENDOR_TEXTS.margin, marginText(data.margin, costPerCreditUsd)],
              ] as const)
            : []),
        ]}
      />
      <Text size="sm" c="dimmed">
        {POOL_PAGE_TEXTS.vendorNote}
      </Text>
    </>
  )
}

function balanceText(data: VendorAccountStatistics | null | undefined): string {
  const { available, reserved } = data ?? { available: null, reserved: null }
  if (available === null || reserved === null) return POOL_PAGE_TEXTS.vendorUnknown
  return fillText(POOL_PAGE_TEXTS.vendorCredits, { available: countText(available), reserved: countText(reserved) })
}

function reportText(report: VendorAccountStatistics['report'], momentText: (moment: string) => string): string {
  if (!report) return VENDOR_TEXTS.noReport
  const found = Object.entries(VENDOR_TEXTS.found).flatMap(([check, text]) => {
    const n = report.byCheck[check] ?? 0
    return n > 0 ? [fillText(text, { n: countText(n) })] : []
  })
  const learned = report.learned > 0 ? [fillText(VENDOR_TEXTS.learned, { n: countText(report.learned) })] : []
  const head = fillText(VENDOR_TEXTS.compared, {
    at: momentText(report.at),
    tasks: countText(report.tasks),
    credits: countText(report.vendorCredits),
  })
  return [head, ...(found.length > 0 ? found : [VENDOR_TEXTS.agrees]), ...learned].join('；')
}

function marginText(
  { runs, vendorCredits, creditsConsumed }: VendorAccountStatistics['margin'],
  costUsd: number,
): string {
  if (runs === 0) return VENDOR_TEXTS.noRuns
  return fillText(VENDOR_TEXTS.marginSums, {
    runs: countText(runs),
    vendorCredits: countText(vendorCredits),
    cost: amountUsdText(vendorCredits * costUsd),
    credits: countText(creditsConsumed),
    earned: amountUsdText(leastEarnedUsd(creditsConsumed)),
  })
}
