import { z } from 'zod'

/** Input of a call that concerns one row. */
export const byId = z.object({ id: z.uuid() })
