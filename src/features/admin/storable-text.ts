// What an admin may send and PostgreSQL knows: texts without NUL and halves of a pair, days from the year 1 on.
import { z } from 'zod'

export const storableText = z.string().regex(/^[^\0\ud800-\udfff]*$/u)

/** `2026-11-21`, a day of the service's zone. */
export const storableDay = z.iso.date().refine((day) => day >= '0001')
