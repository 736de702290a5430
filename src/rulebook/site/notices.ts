// Notifications: the shape, and three channels with their own durations (document 1 §3, §9; document 2 §3, §9; C-42, NOTIF).

export const NOTICE_TYPES = ['success', 'error', 'warning', 'info'] as const
export type NoticeType = (typeof NOTICE_TYPES)[number]

export interface NoticeAction {
  readonly label: string
  readonly onPress: () => void
}
export interface Notice {
  readonly id: string
  readonly message: string
  readonly type: NoticeType
  readonly title?: string
  readonly actions?: readonly NoticeAction[]
  /** Stays until closed. */
  readonly persistent?: boolean
  /** Milliseconds since 1970. */
  readonly timestamp: number
}

/** Channel 1, notifications. */
export const NOTICE_DURATIONS_MS: Readonly<Record<NoticeType, number>> = {
  success: 3000,
  error: 6000,
  warning: 5000,
  info: 4000,
}
/** Channel 2, toasts: errors stay longer. */
export const ERROR_TOAST_MS = 8000
/** Channel 3, the app store's notification: its error and its default. */
export const APP_ERROR_NOTICE_MS = 5000
export const APP_NOTICE_DEFAULT_MS = 3000

export type NoticeChannel = 'notification' | 'toast' | 'app'

/** How long a notice stays, or undefined for one that stays until closed. */
export function noticeDurationMs(
  { type, persistent }: Pick<Notice, 'type' | 'persistent'>,
  channel: NoticeChannel = 'notification',
): number | undefined {
  if (persistent) return undefined
  if (channel === 'app') return type === 'error' ? APP_ERROR_NOTICE_MS : APP_NOTICE_DEFAULT_MS
  return channel === 'toast' && type === 'error' ? ERROR_TOAST_MS : NOTICE_DURATIONS_MS[type]
}

/** Outcome of a finished run; the first text only for that provider's results (document 2 §8, P-33). */
export const RUN_DONE_TEXTS = { topazDone: 'Topaz AI图像处理成功', done: '图片处理成功' } as const
export const runDoneText = (aiService: string): string =>
  aiService === 'topaz' ? RUN_DONE_TEXTS.topazDone : RUN_DONE_TEXTS.done

/** Name of a notice's closing button, for screen readers. */
export const CLOSE_NOTICE = '关闭通知'
