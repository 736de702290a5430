// What waits, what runs, and what lies in the storage (ours).
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/server/database/database.ts'
import type { serviceLoad } from '../../statistics-contract.ts'

type ServiceLoad = z.infer<typeof serviceLoad>

export async function readLoad(db: Queryable): Promise<ServiceLoad> {
  const { rows } = await db.execute<ServiceLoad & Record<string, unknown>>(sql`
    select count(*) filter (where status = 'pending')::int as waiting, count(*) filter (where status = 'processing')::int as processing,
           (extract(epoch from now() - min(created_at) filter (where status = 'pending')))::float8 as "oldestWaitingSeconds",
           pictures.n as pictures, pictures.bytes as "pictureBytes"
      from (select count(*)::int as n, coalesce(sum(file_size), 0)::float8 as bytes from user_uploads
             where status = 'uploaded' and files_removed_at is null) as pictures
      left join processing_history on status in ('pending', 'processing')
     group by pictures.n, pictures.bytes`)
  return rows[0]!
}
