// The statistics of a chart as a table, the newest day first; a long one scrolls in itself, also with the keyboard.
import { STATISTICS_TEXTS } from '#rulebook/admin/admin-statistics-texts.ts'
import { fillText } from '#rulebook/fill-text.ts'
import classes from './day-chart.module.css'
import table from './statistics.module.css'

interface DayTableProps {
  readonly title: string
  /** After the day. */
  readonly columns: readonly string[]
  /** Oldest first; the day, then its statistics. */
  readonly rows: readonly (readonly string[])[]
}

export function DayTable({ title, columns, rows }: DayTableProps) {
  const name = fillText(STATISTICS_TEXTS.table, { title })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={classes.scroll} aria-label={name} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            {[STATISTICS_TEXTS.day, ...columns].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].reverse().map(([day, ...statistics]) => (
            <tr key={day}>
              <td>{day}</td>
              {statistics.map((figure, index) => (
                <td key={columns[index]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
