// Names of everything that the product keeps in the browser (document 1 §1, §2, §4, §9; document 2 §3; U-30, U-31, U-57).

/** Session storage: the current picture with a timestamp (document 2 §3). */
export const SELECTED_IMAGE_KEY = 'selected-image'
/** Session storage: model and id of the run that a tool page shows, so that a reload finds its result again (U-32). */
export const SHOWN_JOB_KEY = 'shown-job'
/** Session storage: mode and values of the parameter panel, for each model. */
export const TOOL_PARAMETERS_KEY = 'tool-parameters'
/** Local storage: the remember-me flag, and the last email; never a password. */
export const REMEMBER_LOGIN_KEY = 'remember-login'
export const LAST_EMAIL_KEY = 'last-email'
/** Local storage: theme and language. */
export const APP_SETTINGS_KEY = 'app-settings'
/** Local storage: the short-lived access token; removed at sign-out (document 1 §4). */
export const AUTH_TOKEN_KEY = 'auth-token'
/** Local storage: random id of an anonymous trial (C-36). */
export const FINGERPRINT_KEY = 'browser-fingerprint'
/** Carries that number: with an anonymous upload, and when its picture is taken over after the sign-in. */
export const FINGERPRINT_HEADER = 'x-browser-fingerprint'
/** Session storage: the announcement that was dismissed (U-23). */
export const DISMISSED_ANNOUNCEMENT_KEY = 'dismissed-announcement'
/** Session storage: the provider for which the page was left to link it; taken when it comes back. */
export const LINKING_KEY = 'linking'

/** The current picture (document 2 §3); only address and metadata are stored, the bytes are fetched again (U-31). */
export interface CurrentImage {
  readonly url: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly width: number
  readonly height: number
}
export interface StorageInfo {
  readonly url: string
  readonly key: string
  readonly uploadId: string | undefined
  readonly thumbnailUrl: string
  readonly uploaded: boolean
}
export interface StoredSelectedImage {
  readonly currentImage: CurrentImage
  readonly storageInfo: StorageInfo | undefined
  /** Set when the current picture is the result of an earlier job. */
  readonly parentJobId?: string
  /** Set when it was uploaded without an account: a tool page takes it over after the sign-in (C-36). */
  readonly isTrial?: true
  /** Whose picture it is; another person who signs in here does not see it. */
  readonly ownerId?: string
  /** Milliseconds since 1970. */
  readonly timestamp: number
}
