// Pages of a table: at most five numbers around the present one (document 2 §9; U-27).
import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shownPages } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'

interface PageNumbersProps {
  /** Counts from 1. */
  readonly page: number
  readonly pageCount: number
  readonly onChange: (page: number) => void
}

export function PageNumbers({ page, pageCount, onChange }: PageNumbersProps) {
  if (pageCount < 2) return null
  const step = (to: number, label: string, icon: ReactNode) => (
    <Button
      variant="default"
      size="sm"
      px="xs"
      aria-label={label}
      disabled={to < 1 || to > pageCount}
      onClick={() => onChange(to)}
    >
      {icon}
    </Button>
  )
  return (
    <Group component="nav" aria-label={ADMIN_PAGE_TEXTS.pages} justify="center" gap="xs">
      {step(page - 1, ADMIN_PAGE_TEXTS.previousPage, <IconChevronLeft size={18} />)}
      {shownPages(page, pageCount).map((number) => (
        <Button
          key={number}
          variant={number === page ? 'filled' : 'default'}
          size="sm"
          px="sm"
          aria-label={fillText(ADMIN_PAGE_TEXTS.page, { n: number })}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
        >
          {number}
        </Button>
      ))}
      {step(page + 1, ADMIN_PAGE_TEXTS.nextPage, <IconChevronRight size={18} />)}
    </Group>
  )
}
