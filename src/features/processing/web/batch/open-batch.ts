// Several pictures dropped on a tool page go on to the page for several, where the account may use it.
import type { SessionView } from '#platform/web/http/session-context.ts'
import { notifyInfo } from '#platform/web/ui/notices.tsx'
import { hasPermission } from '#rulebook/credits/tiers.ts'
import { fillText } from '#rulebook/fill-text.ts'
import { SENDING_TEXTS } from '#rulebook/pictures/sending-texts.ts'
import { batchAddress } from '#rulebook/runs/batch.ts'
import { BATCH_TIERS } from '#rulebook/runs/batch-tiers.ts'
import { holdFiles } from './held-files.ts'

/** Address of the page that has them now; undefined where the first one is all that can be taken, which is said. */
export function openBatch(session: SessionView, modelKey: string, files: readonly File[]): string | undefined {
  if (hasPermission(session, 'batch_process')) {
    holdFiles(files)
    return batchAddress(modelKey)
  }
  notifyInfo(fillText(SENDING_TEXTS.oneFile, { tiers: BATCH_TIERS }))
  return undefined
}
