// Text that an admin may send: PostgreSQL stores no NUL.
import { z } from 'zod'

export const storableText = z.string().regex(/^[^\0]*$/)
