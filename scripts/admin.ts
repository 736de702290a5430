// `npm run admin -- grant|revoke|list [EMAIL]` (U-25). An embedded database belongs to the running service, which then does the work; otherwise, and on
// a PostgreSQL server, the command does it itself.
import { misuseOf, runAdminCommand } from '#features/account/server/admin-command.ts'
import { answerFromDatabase } from './database-command.ts'

const words = process.argv.slice(2)
const misuse = misuseOf(words)
if (misuse) {
  console.error(misuse.text)
  process.exitCode = misuse.exitCode
} else
  await answerFromDatabase('admin', words, async (database) => {
    const { noteAdminChange: note } = await import('#features/admin/server/logs/note-admin-change.ts')
    return runAdminCommand({ database, note }, words)
  })
