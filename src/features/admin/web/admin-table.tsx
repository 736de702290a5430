// A table of the back office; where the page is too narrow for it every row is a card, with the columns' names beside the values.
import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './admin-table.module.css'

export interface AdminColumn<Row> {
  readonly key: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Stands across the card, without its name. */
  readonly isWide?: boolean
}

interface AdminTableProps<Row> {
  readonly label: string
  readonly columns: readonly AdminColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** The rows are those of a question before. */
  readonly isStale?: boolean
}

/** The roles are said aloud because cards take them from a table. */
export function AdminTable<Row>({ label, columns, rows, rowKey, isStale }: AdminTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: lost where the rows are cards
    <table role="table" className={classes.table} aria-busy={isStale} data-stale={isStale || undefined}>
      <caption>
        <VisuallyHidden>{label}</VisuallyHidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ key, label: name, cell, isWide }) => (
              <td key={key} role="cell" data-wide={isWide || undefined} data-label={name}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

const WAITING_ROWS = ['first', 'second', 'third', 'fourth', 'fifth']

export const WaitingRows = () => (
  <div className={classes.waiting} aria-busy>
    {WAITING_ROWS.map((row) => (
      <Skeleton key={row} height={64} radius="md" />
    ))}
  </div>
)

/** Nothing to show, and the way on. */
export const NoRows = ({ text, children }: { readonly text: string; readonly children?: ReactNode }) => (
  <div className={classes.empty}>
    <p role="status">{text}</p>
    {children}
  </div>
)
