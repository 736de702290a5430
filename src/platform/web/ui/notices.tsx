// The three notification channels with their own durations (document 1 §9; document 2 §9; C-42). Texts come from the rulebook; what shows
// them is loaded after the page has appeared (show-notice.tsx).
import type { Notice, NoticeChannel, NoticeType } from '#rulebook/site/notices.ts'
import { lazyPart } from '../lazy-part.ts'

export const noticeDisplay = lazyPart(() => import('./show-notice.tsx'))
type NoticeDisplay = Awaited<ReturnType<typeof noticeDisplay.load>>

/** At once where it can be; in the order of the calls, and after a network that was away. */
function withDisplay(act: (display: NoticeDisplay) => void): void {
  const loaded = noticeDisplay.loaded()
  if (loaded) act(loaded)
  else noticeDisplay.load().then(act, () => window.addEventListener('online', () => withDisplay(act), { once: true }))
}

let lastNumber = 0

/** Shows a notice and answers its id; a persistent one stays until it is closed. */
export function notify(parts: Omit<Notice, 'id' | 'timestamp'>, channel: NoticeChannel = 'notification'): string {
  lastNumber += 1
  const notice: Notice = { ...parts, id: `notice-${lastNumber}`, timestamp: Date.now() }
  withDisplay((display) => display.showNotice(notice, channel))
  return notice.id
}

/** Channel 1. */
export const notifySuccess = (message: string): string => notify({ type: 'success', message })
export const notifyError = (message: string): string => notify({ type: 'error', message })
export const notifyWarning = (message: string): string => notify({ type: 'warning', message })
export const notifyInfo = (message: string): string => notify({ type: 'info', message })
/** Channel 2: for what the reader must not miss. */
export const toastError = (message: string): string => notify({ type: 'error', message }, 'toast')
/** Channel 3: of the application itself. */
export const notifyApp = (type: NoticeType, message: string): string => notify({ type, message }, 'app')
