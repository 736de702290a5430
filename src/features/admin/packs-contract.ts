// Packs in the back office, with their history (decision 0150).
import { z } from 'zod'
import { adminProcedure, provenAdminProcedure } from '#platform/procedures.ts'
import { EDIT_REASON_MAX_CHARACTERS } from '#rulebook/admin/admin.ts'
import { CREDIT_PACKS } from '#rulebook/credits/packs.ts'
import { storableText } from './storable-text.ts'

const packId = z.enum(CREDIT_PACKS.map(({ id }) => id))
const facts = {
  credits: z.number(),
  bonus: z.number(),
  usdCents: z.number(),
  /** Null: it is not sold for yuan. */
  cnyFen: z.number().nullable(),
  isActive: z.boolean(),
}

const packVersion = z.object({
  /** 0: as the documents and the settings of this machine have it. */
  version: z.int(),
  ...facts,
  /** Null for version 0, as who and when. */
  reason: z.string().nullable(),
  /** As the account is called today; null where it is gone. */
  changedBy: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
})
const managedPack = z.object({
  id: packId,
  name: z.string(),
  /** Newest first: the first is sold now. */
  versions: z.array(packVersion).min(1),
})
export type ManagedPack = z.infer<typeof managedPack>
export type ShownPackVersion = z.infer<typeof packVersion>

export const packsContract = {
  list: adminProcedure.route({ method: 'GET', path: '/admin/packs' }).output(z.array(managedPack)),
  /** `version` is the one that was seen. Throws `edit-reason-missing` and the codes of PACK_ERRORS. */
  change: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/packs/{id}' })
    .input(z.object({ id: packId, version: z.int(), ...facts, reason: storableText.max(EDIT_REASON_MAX_CHARACTERS) }))
    .output(z.object({ logId: z.uuid() })),
}
