// A page of the back office that lists rows: refresh, filters, the table of one page, and the way to the others.
import { Button, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import { ADMIN_PAGE_TEXTS } from '#rulebook/admin/admin-page-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { AdminPage } from './admin-page.tsx'
import { type AdminColumn, AdminTable, NoRows, WaitingRows } from './admin-table.tsx'
import { PageNumbers } from './page-numbers.tsx'
import type { AddressFilter } from './use-address-filter.ts'

/** `total` is a pattern with `{n}`. */
export interface ListTexts {
  readonly intro: string
  readonly table: string
  readonly total: string
  readonly empty: string
  /** How rows come to be here; absent where some are always there. */
  readonly emptyHint?: string
  /** With a filter. */
  readonly noMatch: string
}

interface ListPageProps<Row> {
  readonly title: string
  readonly texts: ListTexts
  readonly loadFailure: string
  readonly load: {
    readonly error: unknown
    readonly isFetching: boolean
    readonly isPending: boolean
    readonly isSuccess: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  /** Nothing is there yet and it is asked for. */
  readonly isWaiting: boolean
  readonly filter: Pick<AddressFilter<string>, 'values' | 'page' | 'turnTo'>
  readonly filterBar: ReactNode
  readonly columns: readonly AdminColumn<Row>[]
  readonly rows: readonly Row[]
  /** On all pages. */
  readonly total: number
  /** Dialogs. */
  readonly children?: ReactNode
}

export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { title, texts, loadFailure, load, isWaiting, filter, filterBar, columns, rows, total, children } = props
  const { values, page, turnTo } = filter
  const hasFilter = Object.keys(values).length > 0
  const pageCount = Math.ceil(total / ADMIN_PAGE_SIZE)
  // The address was kept while the list grew shorter.
  useEffect(() => {
    if (pageCount > 0 && page > pageCount) turnTo(pageCount)
  }, [page, pageCount, turnTo])
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={load.isFetching && !load.isPending}
      onClick={() => void load.refetch()}
    >
      {ADMIN_PAGE_TEXTS.refresh}
    </Button>
  )
  return (
    <AdminPage title={title} intro={texts.intro} load={load} loadFailure={loadFailure} actions={refresh}>
      {filterBar}
      {isWaiting && <WaitingRows />}
      {load.isSuccess && total === 0 && (
        <NoRows text={hasFilter ? texts.noMatch : texts.empty}>{!hasFilter && texts.emptyHint}</NoRows>
      )}
      {rows.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {fillText(texts.total, { n: total })}
          </Text>
          <AdminTable<Row>
            label={texts.table}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isStale={load.isPlaceholderData}
          />
          <Group justify="center">
            <PageNumbers page={page} pageCount={pageCount} onChange={turnTo} />
          </Group>
        </>
      )}
      {children}
    </AdminPage>
  )
}
