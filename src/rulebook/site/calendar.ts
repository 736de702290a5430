// Days and months in the configured zone, and relative times (document 1 §9; document 2 §9; U-03, U-19).
import { escapeHtml } from '../escape-html.ts'
import { fillText } from '../fill-text.ts'
import { DEFAULT_TIME_ZONE } from './product.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** `2025-08-12` of a moment in a zone. */
export const dayOf = (timeMs: number, timeZone: string = DEFAULT_TIME_ZONE): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(timeMs)

/** `2025-08-12 14:05` of a moment in a zone: the clock of the service, wherever the reader sits. */
export const momentText = (timeMs: number, timeZone: string = DEFAULT_TIME_ZONE): string =>
  `${dayOf(timeMs, timeZone)} ${new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(timeMs)}`

/** How people call a zone. */
export const zoneName = (timeZone: string = DEFAULT_TIME_ZONE): string =>
  timeZone === DEFAULT_TIME_ZONE
    ? '北京时间'
    : new Intl.DateTimeFormat('zh-CN', { timeZone, timeZoneName: 'longGeneric' })
        .formatToParts(0)
        .find(({ type }) => type === 'timeZoneName')!.value

/** A finished page that tells days and moments in this zone; the default one needs no naming. */
export const inZone = (html: string, timeZone: string): string =>
  timeZone === DEFAULT_TIME_ZONE ? html : html.replace('<html ', `<html data-time-zone="${escapeHtml(timeZone)}" `)

/** The day so many days before this one, both like `2025-08-12`. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

export const RELATIVE_TIME_TEXTS = {
  now: '刚刚',
  minutes: '{n} 分钟前',
  hours: '{n} 小时前',
  days: '{n} 天前',
} as const

/** Under a minute just now, then minutes, hours, days ago. */
export function relativeTime(timeMs: number, nowMs: number): string {
  const ageMs = nowMs - timeMs
  if (ageMs < MINUTE_MS) return RELATIVE_TIME_TEXTS.now
  if (ageMs < HOUR_MS) return fillText(RELATIVE_TIME_TEXTS.minutes, { n: Math.floor(ageMs / MINUTE_MS) })
  if (ageMs < DAY_MS) return fillText(RELATIVE_TIME_TEXTS.hours, { n: Math.floor(ageMs / HOUR_MS) })
  return fillText(RELATIVE_TIME_TEXTS.days, { n: Math.floor(ageMs / DAY_MS) })
}
