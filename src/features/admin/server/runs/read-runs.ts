// Runs as the back office lists them, and one with everything that is known of it.
import { type SQL, sql } from 'drizzle-orm'
import { HAS_SOURCE } from '#features/processing/server/jobs/has-source.ts'
import type { Queryable } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { ADMIN_PAGE_SIZE } from '#rulebook/admin/admin.ts'
import { isUuid } from '#rulebook/is-uuid.ts'
import type { JobState } from '#rulebook/runs/job-states.ts'
import type { ListedRun, RunPage } from '../../runs-contract.ts'

export interface RunQuestion {
  readonly search?: string
  readonly status?: JobState
  readonly page: number
}

const LISTED = sql`h.id, h.user_id as "userId", coalesce(p.username, p.initial_email, '') as "userName", h.process_type as "processType",
  h.model_key as "modelKey", h.ai_service as "aiService", h.status, h.error_code as "errorCode", h.credits_consumed as "creditsConsumed",
  h.processing_time_seconds as seconds, h.created_at as "createdAt"`

type Moment = Date | string
type Listed = Omit<ListedRun, 'createdAt'> & { readonly createdAt: Moment } & Record<string, unknown>

export async function readRunList(db: Queryable, { page, ...filter }: RunQuestion) {
  const where = conditionOf(filter)
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from processing_history h where ${where}`,
  )
  const { rows } = await db.execute<Listed>(sql`
    select ${LISTED} from processing_history h join user_profiles p on p.id = h.user_id where ${where}
     order by h.created_at desc, h.id desc limit ${ADMIN_PAGE_SIZE} offset ${(page - 1) * ADMIN_PAGE_SIZE}`)
  return { runs: rows.map(toRun), total: counted.rows[0]!.total }
}

const toRun = (row: Listed): ListedRun => ({ ...row, createdAt: momentOf(row.createdAt) })
const momentOf = (moment: Moment): string => new Date(moment).toISOString()
const momentOrNull = (moment: Moment | null): string | null => (moment === null ? null : momentOf(moment))

function conditionOf({ search = '', status }: Omit<RunQuestion, 'page'>): SQL {
  const wanted = search.trim()
  const isStatus = status ? sql`h.status = ${status}` : sql`true`
  if (wanted === '') return isStatus
  return sql`${isStatus} and ${isUuid(wanted) ? sql`h.id = ${wanted}::uuid` : sql`h.error_code = ${wanted.toLowerCase()}`}`
}

type Facts = Omit<RunPage, 'createdAt' | 'startedAt' | 'completedAt' | 'entries' | 'source' | 'result'> & {
  readonly createdAt: Moment
  readonly startedAt: Moment | null
  readonly completedAt: Moment | null
  readonly sourceWidth: number
  readonly sourceHeight: number
  readonly sourceBytes: number | null
  readonly resultWidth: number | null
  readonly resultHeight: number | null
} & Record<string, unknown>

export async function readRunPage(db: Queryable, id: string): Promise<RunPage> {
  const { rows } = await db.execute<Facts>(sql`
    select ${LISTED}, h.mode, h.params, h.original_filename as filename, h.attempts, h.stage, h.error_message as "errorMessage",
           h.list_credits as "listCredits", h.started_at as "startedAt", h.completed_at as "completedAt",
           h.deleted_at is not null as "isRemoved",
           coalesce(b.result_width, u.width) as "sourceWidth", coalesce(b.result_height, u.height) as "sourceHeight",
           case when h.parent_id is null then u.file_size::float8 end as "sourceBytes", h.result_width as "resultWidth", h.result_height as "resultHeight",
           ${HAS_SOURCE} as "hasPicture",
           (select coalesce(sum(amount), 0)::int from usage_logs l where l.job_id = h.id and l.kind = 'reverse') as "creditsGivenBack",
           (select a.id from processing_history a where a.user_id = h.user_id and a.start_key = 'again:' || h.id) as "againId"
      from processing_history h join user_profiles p on p.id = h.user_id join user_uploads u on u.id = h.upload_id
      left join processing_history b on b.id = h.parent_id
     where h.id = ${id}`)
  const [row] = rows
  if (!row) throw new ServiceError('job-not-found')
  const entries = await db.execute<{ kind: string; amount: number; at: Moment }>(
    sql`select kind, amount, created_at as at from usage_logs where job_id = ${id} order by created_at, id`,
  )
  const { sourceWidth, sourceHeight, sourceBytes, resultWidth, resultHeight, ...facts } = row
  return {
    ...facts,
    createdAt: momentOf(row.createdAt),
    startedAt: momentOrNull(row.startedAt),
    completedAt: momentOrNull(row.completedAt),
    source: { width: sourceWidth, height: sourceHeight, bytes: sourceBytes },
    result: resultWidth && resultHeight ? { width: resultWidth, height: resultHeight } : null,
    entries: entries.rows.map(({ at, ...entry }) => ({ ...entry, at: momentOf(at) })),
  }
}
