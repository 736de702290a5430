// A person's own data as a whole: the export and the end of the account (U-16). Stands to the right of everything it touches.
import type { Accounts } from '#features/account/server/accounts.ts'
import type { Processing } from '#features/processing/server/processing.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import { createTickets } from '#platform/server/http/signed-ticket.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { EXPORT_ARCHIVE_NAME } from '#rulebook/history/archive-texts.ts'
import { ownDataContract } from '../../contract.ts'
import { createArchiveRoute } from '../archive-route.ts'
import { deleteAccount, previewDeletion } from './delete-account.ts'
import { EXPORT_PATH, type ExportClaims, offerExport, openExport } from './export-data.ts'

export interface OwnDataParts {
  readonly database: Database
  readonly storage: ObjectStorage
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'proveOwner' | 'hasPassword' | 'remove'>
  readonly processing: Pick<Processing, 'cancelAndWait'>
  /** Billing lies to the right, so the composition root passes the question on. */
  readonly readBills: (userId: string) => Promise<readonly unknown[]>
  readonly settings: { readonly timeZone: string; readonly secret: string }
}

export function createOwnData(parts: OwnDataParts) {
  const tickets = createTickets<ExportClaims>(parts.settings.secret, 'own data', parts.clock)
  const exportParts = { ...parts, tickets }
  const calls = implementContract(ownDataContract)
  return {
    router: calls.router({
      export: calls.export.handler(({ context }) => offerExport(exportParts, context.userId)),
      deletionPreview: calls.deletionPreview.handler(({ context }) => previewDeletion(parts, context.userId)),
      deleteAccount: calls.deleteAccount.handler(async ({ input, context }) => {
        await deleteAccount(parts, {
          userId: context.userId,
          headers: context.headers,
          password: input.password,
        })
        return { deleted: true as const }
      }),
    }),
    routes: createArchiveRoute({
      path: EXPORT_PATH,
      name: EXPORT_ARCHIVE_NAME,
      clock: parts.clock,
      timeZone: parts.settings.timeZone,
      open: (ticket) => openExport(exportParts, ticket),
    }),
  }
}
