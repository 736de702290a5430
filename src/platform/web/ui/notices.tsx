// The three notification channels with their own durations (document 1 §9; document 2 §9; C-42). Texts come from the rulebook; what shows
// them is loaded after the page has appeared (show-notice.tsx).
import type { Notice, NoticeChannel, NoticeType } from '#rulebook/site/notices.ts'
import { lazyPart } from '../lazy-part.ts'

export const noticeShower = lazyPart(() => import('./show-notice.tsx'))
type Shower = Awaited<ReturnType<typeof noticeShower.load>>

/** At once where it can be; in the order of the calls, and after a network that was away. */
function withShower(act: (shower: Shower) => void): void {
  const loaded = noticeShower.loaded()
  if (loaded) act(loaded)
  else noticeShower.load().then(act, () => window.addEventListener('online', () => withShower(act), { once: true }))
}

let lastNumber = 0

/** Shows a notice and answers its id; a persistent one stays until it is closed. */
export function notify(parts: Omit<Notice, 'id' | 'timestamp'>, channel: NoticeChannel = 'notification'): string {
  lastNumber += 1
  const notice: Notice = { ...parts, id: `notice-${lastNumber}`, timestamp: Date.now() }
  withShower((shower) => shower.showNotice(notice, channel))
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
