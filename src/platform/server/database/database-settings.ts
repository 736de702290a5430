// How a database is kept: what an operator may set beside its address.
import { z } from 'zod'

export const DATABASE_VARIABLES = {
  DATABASE_FSYNC: z.enum(['on', 'off']).default('on'),
  DATABASE_OPTIMISATION: z.enum(['on', 'off']).default('on'),
}

export interface DatabaseSettings {
  /** In the embedded database a commit is on the disk before it is answered. */
  readonly isDatabaseSynced: boolean
  /** Whether administrators may start the database's maintenance statement (P-15). */
  readonly databaseOptimisation: boolean
}

type Values = z.infer<z.ZodObject<typeof DATABASE_VARIABLES>>

export const databaseFrom = ({ DATABASE_FSYNC, DATABASE_OPTIMISATION }: Values): DatabaseSettings => ({
  isDatabaseSynced: DATABASE_FSYNC === 'on',
  databaseOptimisation: DATABASE_OPTIMISATION === 'on',
})

interface HomeSettings {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly isDatabaseSynced?: boolean
}

/** Which database these settings name, as `openDatabase` wants it. */
export const databaseHome = ({ databaseUrl, dataDir, isDatabaseSynced = true }: HomeSettings) =>
  databaseUrl ? { url: databaseUrl } : { folder: dataDir, isSynced: isDatabaseSynced }
