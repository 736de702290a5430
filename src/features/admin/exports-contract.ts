// Tables as files (decision 0088).
import { z } from 'zod'
import { provenAdminProcedure } from '#platform/procedures.ts'
import { EXPORT_TABLES } from '#rulebook/admin/exports.ts'
import { storableDay } from './storable-text.ts'

export const exportsContract = {
  /** Days of the configured zone, both included. Throws `export-range`. */
  read: provenAdminProcedure
    .route({ method: 'POST', path: '/admin/exports' })
    .input(z.object({ table: z.enum(EXPORT_TABLES), from: storableDay, to: storableDay }))
    .output(
      z.object({
        filename: z.string(),
        csv: z.string(),
        rows: z.int(),
        /** There are more rows than one file takes. */
        isCut: z.boolean(),
      }),
    ),
}
