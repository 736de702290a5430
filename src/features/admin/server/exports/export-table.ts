// A table as a file, after a fresh proof of identity: read and noted in the log in one transaction (decision 0088).
import { stringify } from 'csv-stringify/sync'
import { sql } from 'drizzle-orm'
import type { AdminContext } from '#platform/server/http/implement-contract.ts'
import { type DayRange, EXPORT_COLUMNS, EXPORT_MAX_ROWS, type ExportTable } from '#rulebook/admin/exports.ts'
import type { AdminParts } from '../admin-parts.ts'
import { requireRange } from '../day-range.ts'
import { writeActionLog } from '../write-action-log.ts'
import { EXPORT_QUERIES } from './export-queries.ts'

interface ExportRequest extends DayRange {
  readonly table: ExportTable
}

export async function exportTable(
  { database }: Pick<AdminParts, 'database'>,
  context: AdminContext,
  request: ExportRequest,
) {
  const { table, from, to } = request
  requireRange(request)
  return database.orm.transaction(async (tx) => {
    const found = await tx.execute(sql`${EXPORT_QUERIES[table](request)} limit ${EXPORT_MAX_ROWS + 1}`)
    const rows = found.rows.slice(0, EXPORT_MAX_ROWS)
    await writeActionLog(tx, context, { action: 'export_data', details: { table, from, to, rows: rows.length } })
    return {
      filename: `huanying-${table}-${from}-${to}.csv`,
      csv: csvOf(table, rows),
      rows: rows.length,
      isCut: found.rows.length > EXPORT_MAX_ROWS,
    }
  })
}

/** With the mark that makes Excel read Chinese, and without cells that a table program would compute: names are written by strangers. */
const csvOf = (table: ExportTable, rows: readonly object[]): string =>
  stringify([...rows], {
    bom: true,
    header: true,
    columns: Object.entries(EXPORT_COLUMNS[table]).map(([key, header]) => ({ key, header })),
    escape_formulas: true,
    record_delimiter: 'windows',
  })
