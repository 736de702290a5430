// What `npm run audit` says of a database, for the end of every test that kills, cuts or races.
import { expect } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { audit } from '../audit/audit.ts'

export async function expectGreenAudit(database: Database): Promise<void> {
  const { checks } = await audit(database)
  expect(checks.filter(({ count }) => count > 0)).toEqual([])
}

/** Audit of a database that no process holds any more; a server's may be held. */
export async function expectGreenAuditAt(place: { readonly url: string } | { readonly folder: string }): Promise<void> {
  const database = await openDatabase(place)
  try {
    await expectGreenAudit(database)
  } finally {
    await database.close()
  }
}
