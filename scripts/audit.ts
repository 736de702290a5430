// `npm run audit`: proves that balances, ledger, runs, orders and figures agree, and asks the configured payment providers about the orders of the last
// days; ends with code 1 when something does not agree. An embedded database belongs to the running service, which is then asked; otherwise, and on a
// PostgreSQL server, the command looks itself.
import { runAuditCommand } from '#features/admin/server/audit/audit-command.ts'
import { comparePayments } from '#features/billing/server/payment/compare-orders.ts'
import { createOrderReferences } from '#features/billing/server/payment/order-references.ts'
import { configuredProviders } from '#features/billing/server/payment/payment.ts'
import { systemClock as clock } from '#platform/server/clock.ts'
import { readSettings } from '#platform/server/settings.ts'
import { answerFromDatabase } from './database-command.ts'

await answerFromDatabase('audit', [], (database) => {
  const references = createOrderReferences(database.orm, 'paddle')
  const providers = configuredProviders({ settings: readSettings(process.env), clock, references })
  return runAuditCommand(database, () => comparePayments({ database, clock, providers }))
})
