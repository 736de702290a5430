// Reading the tables of a provider's bill (payments reference §1.7, §2.9; decision 0151).
import { minorOf } from '#rulebook/credits/orders.ts'
import { PaymentUnknown } from '../payment-provider.ts'

/** Cells are padded with blanks and tabs, or begin with a backtick, so that table programs leave numbers alone. */
const cellOf = (text: string): string => text.replace(/^[`\s"]+|[\s"]+$/g, '')

/** Lines with the names of a table's first line. Throws PaymentUnknown where a line has another length: a cell of ours never holds a comma. */
export function recordsOf(lines: readonly string[]): ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = lines.map((line) => line.split(',').map(cellOf))
  return rows.map((cells) => {
    if (cells.length < names.length) throw new PaymentUnknown('a line of the bill is cut')
    return new Map(names.map((name, at) => [name, cells[at]!]))
  })
}

/** Throws PaymentUnknown for a column that is not there: a bill that cannot be read proves nothing. */
export function fieldOf(record: ReadonlyMap<string, string>, name: string): string {
  const value = record.get(name)
  if (value === undefined) throw new PaymentUnknown(`the bill has no column ${name}`)
  return value
}

/** Yuan as fen; `1,234.50` and what went back with a sign, too. */
export function fenIn(text: string): number {
  const minor = minorOf(text.replaceAll(',', '').replace(/^-/, ''))
  if (minor === undefined) throw new PaymentUnknown('an amount of the bill cannot be read')
  return minor
}
