// HTTP timeouts and retries, and small delays of screens (document 1 §2, §7, §9; document 2 §7, §9; C-43, C-56).

/** General HTTP helper: 3 retries after the first call, for lost connections and 5xx; 4xx are returned as they are. */
export const HTTP_TIMEOUT_MS = 60_000
export const HTTP_MAX_RETRIES = 3
const HTTP_RETRY_STEP_MS = 1000
/** 1 s times the attempt number: 1 s, 2 s, 3 s. */
export const httpRetryDelayMs = (attempt: number): number => HTTP_RETRY_STEP_MS * attempt
export const isRetriedStatus = (status: number): boolean => status >= 500

/** A second, separate helper: 3 attempts, 1 s, backoff 1.5 (1 s, 1.5 s). */
export const RETRY_ATTEMPTS = 3
export const RETRY_DELAY_MS = 1000
export const RETRY_BACKOFF = 1.5
export const retryDelayMs = (attempt: number): number => RETRY_DELAY_MS * RETRY_BACKOFF ** (attempt - 1)

/** Home uploader: after a successful upload to /ai. */
export const HOME_UPLOAD_REDIRECT_MS = 500
