// `npm run audit`: proves that balances, ledger, runs, orders and statistics agree, and asks the configured payment providers about the orders of the last
// days; ends with code 1 when something does not agree. An embedded database belongs to the running service, which then does the work; otherwise, and on a
// PostgreSQL server, the command does it itself.
import { systemClock as clock } from '#platform/server/clock.ts'
import { readSettings } from '#platform/server/settings.ts'
import { answerFromDatabase } from './database-command.ts'

await answerFromDatabase('audit', [], async (database) => {
  const [{ runAuditCommand }, { comparePayments }, { createOrderReferences }, { configuredProviders }] =
    await Promise.all([
      import('#features/admin/server/audit/audit-command.ts'),
      import('#features/billing/server/payment/compare-orders.ts'),
      import('#features/billing/server/payment/order-references.ts'),
      import('#features/billing/server/payment/payment.ts'),
    ])
  const references = createOrderReferences(database.orm, 'paddle')
  const providers = configuredProviders({ settings: readSettings(process.env), clock, references })
  return runAuditCommand(database, () => comparePayments({ database, clock, providers }))
})
