// `npm run audit`: proves that balances, ledger, runs and figures agree; ends with code 1 when something does not. An embedded database belongs
// to the running service, which is then asked; otherwise, and on a PostgreSQL server, the command looks itself.
import { runAuditCommand } from '#features/admin/server/audit/audit-command.ts'
import { answerFromDatabase } from './database-command.ts'

await answerFromDatabase('audit', [], runAuditCommand)
