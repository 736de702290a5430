// Reading the tables of a provider's bill (payment contracts §1.7, §2.9; decisions 0151 and 0192). What is not as expected is an error, never a guess:
// everything here throws BillUnreadable.
import { minorOf } from '#rulebook/credits/orders.ts'
import { BillUnreadable } from '../payment-provider.ts'

const PADDING = /[\s"]/
/**
 * Cells are padded with blanks and tabs, or begin with a backtick, so that table programs leave numbers alone. From the end by hand: of `[\s"]+$` each place
 * in a row of blanks would be tried anew (measured: 1.4 s for a cell of 16 KB).
 */
function cellOf(text: string): string {
  let end = text.length
  while (end > 0 && PADDING.test(text[end - 1]!)) end -= 1
  return text.slice(0, end).replace(/^[`\s"]+/, '')
}
/** Where each cell begins with a backtick, a comma before another character belongs to the cell: a name of goods may hold one. */
const cellsOf = (line: string): string[] => line.split(line.startsWith('`') ? ',`' : ',').map(cellOf)

/** Lines with the names of a table's first line, which must have these columns. */
export function recordsOf(lines: readonly string[], columns: readonly string[]): ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = lines.map(cellsOf)
  for (const column of columns)
    if (names.filter((name) => name === column).length !== 1)
      throw new BillUnreadable(`the bill has no column ${column}, its columns are ${names.join(',')}`)
  return rows.map((cells) => {
    // A comma too many would move an amount under another name.
    if (cells.length !== names.length)
      throw new BillUnreadable(`a line of the bill has ${cells.length} cells, not ${names.length}`)
    return new Map(names.map((name, at) => [name, cells[at]!]))
  })
}

export function fieldOf(record: ReadonlyMap<string, string>, name: string): string {
  const value = record.get(name)
  if (value === undefined) throw new BillUnreadable(`the bill has no column ${name}`)
  return value
}

/** Yuan as fen; `1,234.50` too. */
export function fenIn(text: string): number {
  const minor = minorOf(text.replaceAll(',', ''))
  if (minor === undefined) throw new BillUnreadable(`an amount of the bill cannot be read: ${text}`)
  return minor
}

/** The bill's own sum of something, against what we read of it. */
export function demandSum(what: string, stated: number, read: number): void {
  if (stated !== read) throw new BillUnreadable(`the bill says ${stated} for ${what}, its lines come to ${read}`)
}
