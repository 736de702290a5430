// A person's own data as a whole: the export and the end of the account (U-16). Stands to the right of everything it touches.
import { implementContract } from '#platform/server/http/implement-contract.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import type { Queue } from '#platform/server/queue/queue.ts'
import { EXPORT_ARCHIVE_NAME } from '#rulebook/history/archive-texts.ts'
import { ownDataContract } from '../../contract.ts'
import { createArchiveRoute } from '../archive-route.ts'
import { readLivingTicket } from '../ticket-owner.ts'
import {
  ACCOUNT_DELETION_CRON,
  ACCOUNT_DELETION_QUEUE,
  askForDeletion,
  ENDED_FILES_QUEUE,
  type EndedAccount,
  endDueAccounts,
  previewDeletion,
  removeEndedFiles,
} from './delete-account.ts'
import { EXPORT_PATH, type ExportClaims, offerExport, openExport } from './export-data.ts'
import type { OwnDataParts } from './own-data-parts.ts'

export function createOwnData(parts: OwnDataParts) {
  const tickets = createTickets<ExportClaims>(parts.settings.secret, 'own data', parts.clock)
  const exportParts = { ...parts, ...parts.accounts, tickets }
  const places = parts.archivePlaces
  const calls = implementContract(ownDataContract)
  return {
    router: calls.router({
      export: calls.export.handler(async ({ input, context }) => {
        const { userId, headers } = context
        await parts.accounts.proveOwner({ userId, headers, password: input.password })
        places.demandRoom(context)
        return offerExport(exportParts, context)
      }),
      deletionPreview: calls.deletionPreview.handler(({ context }) => previewDeletion(parts, context.userId)),
      deleteAccount: calls.deleteAccount.handler(async ({ input, context }) => {
        const { userId, headers } = context
        const dueAt = await askForDeletion(parts, { userId, headers, password: input.password })
        return { dueAt: dueAt.toISOString() }
      }),
    }),
    async startWorker(queue: Queue): Promise<void> {
      const { timeZone } = parts.settings
      await queue.schedule(ACCOUNT_DELETION_QUEUE, ACCOUNT_DELETION_CRON, timeZone, () => endDueAccounts(parts))
      await queue.work<EndedAccount>(ENDED_FILES_QUEUE, 1, ({ data }) => removeEndedFiles(parts, data))
    },
    routes: createArchiveRoute({
      path: EXPORT_PATH,
      name: EXPORT_ARCHIVE_NAME,
      clock: parts.clock,
      settings: parts.settings,
      places,
      verify: (ticket) => readLivingTicket(exportParts, ticket),
      open: (claims) => openExport(exportParts, claims),
    }),
  }
}
