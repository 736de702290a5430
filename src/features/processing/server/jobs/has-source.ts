// Whether the picture of a run can still be read: its upload, or the result that it was made of. For statements that call the run `h` and its upload `u`.
import { sql } from 'drizzle-orm'

export const HAS_SOURCE = sql`case
  when h.parent_id is null then u.status = 'uploaded' and u.files_removed_at is null
  else exists (select from processing_history source
                where source.id = h.parent_id and source.deleted_at is null and source.files_removed_at is null) end`
