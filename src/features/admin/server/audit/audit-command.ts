// What `npm run audit` says: every rule with its sign, and a few of what breaks it.
import type { CommandAnswer } from '#features/account/server/admin-command.ts'
import type { Database } from '#platform/server/database/database.ts'
import { auditVerdict } from '#rulebook/admin/audit-texts.ts'
import { type Audit, audit } from './audit.ts'
import type { ComparePayments } from './payment-check.ts'

export async function runAuditCommand(database: Database, comparePayments?: ComparePayments): Promise<CommandAnswer> {
  const result = await audit(database, comparePayments)
  return { text: auditText(result), exitCode: result.faults === 0 ? 0 : 1 }
}

function auditText({ checks, faults, log }: Audit): string {
  const lines = checks.flatMap(({ rule, count, examples }) => [
    `${count === 0 ? '✓' : '✗'} ${rule}${count === 0 ? '' : `: ${count} that ${count === 1 ? 'does' : 'do'} not`}`,
    ...examples.map((example) => `    ${example}`),
    ...(count > examples.length ? [`    … and ${count - examples.length} more`] : []),
  ])
  const logEnd = `The operator's log has ${log.entries} entries; hash of the newest: ${log.newestHash || 'none'}`
  return [...lines, logEnd, '', auditVerdict(faults)].join('\n')
}
