import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { exportTable } from './export-table.ts'

/** Files with people's addresses leave only with a fresh proof of who asks. */
export function createExportsRouter(parts: AdminParts, { exports }: AdminCalls) {
  return exports.router({
    read: exports.read.handler(({ input, context }) => exportTable(parts, context, input)),
  })
}
