// Asks all checks of one moment: a run that ends meanwhile is seen wholly or not at all.
import { sql } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import { type AuditCheck, MONEY_CHECKS } from './money-checks.ts'

export interface CheckResult {
  readonly name: string
  readonly rule: string
  /** 0: the rule holds. */
  readonly count: number
  /** A few of what was found. */
  readonly examples: readonly string[]
}

const EXAMPLES = 5

export async function runChecks(
  { orm }: Database,
  checks: readonly AuditCheck[] = MONEY_CHECKS,
): Promise<readonly CheckResult[]> {
  return orm.transaction(
    async (tx) => {
      const results: CheckResult[] = []
      for (const { name, rule, faults } of checks) {
        const { rows } = await tx.execute<{ count: number; examples: string[] | null }>(sql`
          with found as (${sql.raw(faults)})
          select (select count(*)::int from found) as count,
                 (select json_agg(statement) from (select statement from found order by statement limit ${EXAMPLES}) as first_ones) as examples`)
        results.push({ name, rule, count: rows[0]!.count, examples: rows[0]!.examples ?? [] })
      }
      return results
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
