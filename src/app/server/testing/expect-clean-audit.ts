// What `npm run audit` asks of a database without its providers: for the end of every test that leaves whole runs and orders behind.
import { expect } from 'vitest'
import { audit } from '#features/admin/server/audit/audit.ts'
import type { Database } from '#platform/server/database/database.ts'

export async function expectCleanAudit(database: Database): Promise<void> {
  const { checks } = await audit(database)
  expect(checks.filter(({ count }) => count > 0)).toEqual([])
}
