import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createRateLimiter } from './rate-limiter.ts'

const WINDOW_MS = 60_000

/** One more call of this person towards `api_rate_limit` (C-41, docs/decisions/0018); false beyond `maxPerMinute`. */
export const countCall = (
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  userId: string,
  maxPerMinute: number,
): Promise<boolean> =>
  createRateLimiter(database, clock).consume(`call:${userId}`, { max: maxPerMinute, windowMs: WINDOW_MS })
