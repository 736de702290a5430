// How long things are kept (document 1 §9; document 2 §7, §9; C-14, C-15, U-16, U-56).
import { DAY_MS } from './calendar.ts'

/** Originals, thumbnails and results (FAQ); a daily job removes them. */
export const FILE_RETENTION_DAYS = 30
/** The cleanup dialog removes own records and files older than this, at once. */
export const CLEANUP_AGE_DAYS = 30
/** History rows (privacy policy); a row outlives its files. */
export const HISTORY_RETENTION_YEARS = 2
export const PAYMENT_RETENTION_YEARS = 7
/** Logs (privacy policy); a daily job. The back office's button has its own age, see below. */
export const LOG_RETENTION_DAYS = 90
/** The operator's log, by the nightly job: half a year, as the network security law asks of logs (decision 0106). */
export const OPERATOR_LOG_RETENTION_DAYS = 180
/** cleanup_old_admin_logs: admin logs and expired codes only (C-15). */
export const ADMIN_CLEANUP_MONTHS = 3
/** Between the wish to delete an account and its end; signing in within them undoes it (decision 0058). */
export const DELETION_GRACE_DAYS = 7
/** Account data after a deletion, and the reply to a data request. */
export const ACCOUNT_DELETION_DAYS = 30
export const DATA_REQUEST_REPLY_DAYS = 30

/** Cookies by which a browser is known: to an account that signed in or typed its password in it, or only registered there; by a number of its own. */
export const KNOWN_BROWSER_DAYS = 180
export const REGISTERED_BROWSER_DAYS = 1
export const BROWSER_NUMBER_DAYS = 400

/** Until when the files of a picture are kept, in milliseconds since 1970. */
export const filesKeptUntil = (createdAtMs: number): number => createdAtMs + FILE_RETENTION_DAYS * DAY_MS
