// Uploads, processing records and the quotas of visitors (document 1 §3, document 2 §3). The record is the job: one row, one truth (architecture §5).
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { EngineReport, KeptFacts } from '../../../engine/engine-types.ts'
import type { ParameterValues } from '../../../rulebook/tools/parameter.ts'
import { authUsers } from '../../account/server/tables.ts'
import type { ProviderMemory } from './provider/provider.ts'

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Columns of a stored picture: whoever takes over a trial picture gets these as they are. */
const pictureColumns = () => ({
  originalFilename: text('original_filename').notNull(),
  fileSize: bigint('file_size', { mode: 'number' }).notNull(),
  mimeType: text('mime_type').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Storage keys, never public addresses (U-58). The names are the documents'. */
  ossUrl: text('oss_url').notNull(),
  thumbnailUrl: text('thumbnail_url').notNull(),
  /** Storage key of the picture that browsers can show (HEIC and TIFF cannot be shown as they are). */
  viewKey: text('view_key').notNull(),
  viewMimeType: text('view_mime_type').notNull(),
})

export const userUploads = pgTable(
  'user_uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    ...pictureColumns(),
    status: text('status').notNull().default('uploaded'),
    uploadSource: text('upload_source').notNull().default('web'),
    userAgent: text('user_agent'),
    /** Set when the retention job has removed the files (C-14). */
    filesRemovedAt: moment('files_removed_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('user_uploads_status', sql`${table.status} in ('uploaded', 'deleted')`),
    index('user_uploads_user').on(table.userId, table.createdAt),
  ],
)

/** Anonymous trial pictures: no `user_uploads` row, removed after a day (C-36). */
export const trialUploads = pgTable(
  'trial_uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fingerprintHash: text('fingerprint_hash').notNull(),
    ...pictureColumns(),
    /** Set when a signed-in visitor took the picture over as an own upload. */
    claimedBy: uuid('claimed_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('trial_uploads_created').on(table.createdAt)],
)

/** What a worker remembers between attempts, so that a re-delivered job repeats no paid or slow step. */
export interface JobMemory extends ProviderMemory {
  storedResult?: {
    width: number
    height: number
    inputHeight: number
    seconds: number
    viewMimeType: string
    /** Size of the PNG; absent in rows of earlier versions. */
    sizeBytes?: number
    report?: EngineReport
    kept?: KeptFacts
  }
  /** True of a run over its limit: nothing comes of it any more. */
  isGivenUp?: boolean
  /** When the operator alone paid for its task (jobs/unpaid-tasks.ts). */
  unpaidAt?: string
  /** Its price was taken although it changed next to nothing: the day's returns were used up (decision 0095). */
  hadNoEffect?: boolean
  /** Values for the text of `errorCode`. */
  failureData?: Record<string, unknown>
}

export const processingHistory = pgTable(
  'processing_history',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => userUploads.id, { onDelete: 'cascade' }),
    /** The record whose result was the input of this one. */
    parentId: uuid('parent_id'),
    originalFilename: text('original_filename').notNull(),
    originalOssUrl: text('original_oss_url').notNull(),
    aiService: text('ai_service').notNull(),
    /** The tool (function type), shown by its display name (U-07). */
    processType: text('process_type').notNull(),
    modelKey: text('model_key').notNull(),
    mode: text('mode').notNull(),
    params: jsonb('params').$type<ParameterValues>().notNull().default({}),
    /** Output height divided by input height where known (U-49). */
    scale: doublePrecision('scale'),
    status: text('status').notNull().default('pending'),
    /** 0–100 as the documents count it, and the stage behind it. */
    progress: integer('progress').notNull().default(0),
    stage: text('stage').notNull().default('waiting'),
    resultOssUrl: text('result_oss_url'),
    thumbnailResultUrl: text('thumbnail_result_url'),
    resultViewKey: text('result_view_key'),
    resultViewMimeType: text('result_view_mime_type'),
    resultWidth: integer('result_width'),
    resultHeight: integer('result_height'),
    processingTimeSeconds: doublePrecision('processing_time_seconds'),
    /** A code of the error register; the text is the rulebook's. */
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** What the consumer paid; 0 until captured and for unlimited tiers (C-05). */
    creditsConsumed: integer('credits_consumed').notNull().default(0),
    /** What is held for this run; equals the shown price, 0 for unlimited tiers. */
    creditsHeld: integer('credits_held').notNull().default(0),
    /** Why a completed run was not charged (decision 0095); null for all others. */
    returnedFor: text('returned_for'),
    /** What an outside provider took for it, in its own credits; also where the run gave no result. */
    vendorCredits: integer('vendor_credits'),
    /** The list price, for pool statistics and daily limits (C-05, U-24). */
    listCredits: integer('list_credits').notNull(),
    /** Made once per press of start; the same key is the same job (C-43). */
    startKey: text('start_key').notNull(),
    memory: jsonb('memory').$type<JobMemory>().notNull().default({}),
    report: jsonb('report').$type<EngineReport>(),
    attempts: integer('attempts').notNull().default(0),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    startedAt: moment('started_at'),
    /** Touched by the worker while it runs; a stale one means that the worker is gone. */
    heartbeatAt: moment('heartbeat_at'),
    deadlineAt: moment('deadline_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    completedAt: moment('completed_at'),
    filesRemovedAt: moment('files_removed_at'),
    /** Removed from the consumer's list; the ledger and the statistics of the operator keep it. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    check('processing_history_status', sql`${table.status} in ('pending', 'processing', 'completed', 'failed')`),
    check(
      'processing_history_service',
      sql`${table.aiService} in ('topaz', 'upscaler', 'colorization', 'local', 'scripted')`,
    ),
    uniqueIndex('processing_history_start_key').on(table.userId, table.startKey),
    index('processing_history_user').on(table.userId, table.createdAt),
    index('processing_history_upload').on(table.uploadId, table.createdAt),
    // All that the statistics of some days read: a quarter of a million runs come from the index alone (bench/office.ts).
    index('processing_history_figures').on(
      table.createdAt,
      table.modelKey,
      table.status,
      table.errorCode,
      table.startedAt,
      table.completedAt,
      table.listCredits,
      table.returnedFor,
      table.vendorCredits,
      table.aiService,
    ),
    index('processing_history_created').on(table.createdAt),
    /** A search by error code in the back office. */
    index('processing_history_error').on(table.errorCode, table.createdAt).where(sql`error_code is not null`),
    index('processing_history_open').on(table.status, table.deadlineAt).where(sql`status in ('pending', 'processing')`),
  ],
)

/** A result that others may see by its address until it ends (decision 0091); whose it is, its run says. */
export const sharedResults = pgTable(
  'shared_results',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => processingHistory.id, { onDelete: 'cascade' }),
    allowsDownload: boolean('allows_download').notNull().default(false),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('shared_results_job').on(table.jobId)],
)

/**
 * What is counted of runs whose rows are gone, with their account or by age: no person, no picture. The database writes it in the
 * transaction that removes the row (decision 0085); the view `runs_ever` is both tables.
 */
export const endedRuns = pgTable(
  'ended_runs',
  {
    id: uuid('id').primaryKey(),
    aiService: text('ai_service').notNull(),
    modelKey: text('model_key').notNull(),
    status: text('status').notNull(),
    errorCode: text('error_code'),
    creditsConsumed: integer('credits_consumed').notNull(),
    vendorCredits: integer('vendor_credits'),
    listCredits: integer('list_credits').notNull(),
    processingTimeSeconds: doublePrecision('processing_time_seconds'),
    createdAt: moment('created_at').notNull(),
    completedAt: moment('completed_at'),
    returnedFor: text('returned_for'),
  },
  (table) => [index('ended_runs_created').on(table.createdAt)],
)

/** One row per outside provider, shared by all workers: when the next request may go, and why none may (decision 0062). */
export const providerGates = pgTable('provider_gates', {
  name: text('name').primaryKey(),
  nextRequestAt: moment('next_request_at').notNull().defaultNow(),
  /** When the last turn was taken. In the future: the clock was set back since then (decision 0113). */
  takenAt: moment('taken_at'),
  /** A kind of failure that every request would meet; null while all is well. */
  closedFor: text('closed_for'),
  /** How often it was closed since a task was accepted last: each time it is asked again later (decision 0266). */
  closings: integer('closings').notNull().default(0),
  /** When the provider was last asked whether it is well again. */
  checkedAt: moment('checked_at').notNull().defaultNow(),
})

/** Consents to pictures going to somebody outside the operator's machines; revoked ones stay as a record (decision 0064). */
export const providerConsents = pgTable(
  'provider_consents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    /** Version of the texts that were agreed to. */
    version: text('version').notNull(),
    providerName: text('provider_name').notNull(),
    providerCountry: text('provider_country').notNull(),
    givenAt: moment('given_at').notNull().defaultNow(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [uniqueIndex('provider_consents_standing').on(table.userId).where(sql`revoked_at is null`)],
)

/** Counters per subject and day: trial uploads by fingerprint and by address (C-36). */
export const userQuotas = pgTable(
  'user_quotas',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    subject: text('subject').notNull(),
    kind: text('kind').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    used: integer('used').notNull().default(0),
  },
  (table) => [uniqueIndex('user_quotas_subject').on(table.subject, table.kind, table.day)],
)
