// What the back office configures (document 2 §3, §4, §5, §8; C-40, C-41, C-48, U-23, U-24). Values are stored as text.
import type { Problem } from '../problem.ts'

export const SETTING_KEYS = [
  'emergency_stop',
  'maintenance_mode',
  'api_rate_limit',
  'max_daily_credits_per_user',
  'system_announcement',
] as const
export type SettingKey = (typeof SETTING_KEYS)[number]

/** Calls per minute of one user. */
export const API_RATE_LIMIT = { min: 1, max: 1000, default: 100 } as const
/** Longer ones do not fit a banner; counted in characters as the browser counts them. */
export const ANNOUNCEMENT_MAX_LENGTH = 500
/** Credits of one user and day, by list price, unlimited tiers included (U-24). */
export const MAX_DAILY_CREDITS = { min: 1, max: 10_000, default: 1000 } as const

export interface SystemSettings {
  readonly emergencyStop: boolean
  readonly maintenanceMode: boolean
  readonly apiRateLimit: number
  readonly maxDailyCreditsPerUser: number
  /** Empty: no banner. */
  readonly systemAnnouncement: string
}

export const SETTING_ERRORS = {
  'setting-rate-limit': `API 速率限制必须是 ${API_RATE_LIMIT.min} 到 ${API_RATE_LIMIT.max} 之间的整数`,
  'setting-daily-credits': `每日积分上限必须是 ${MAX_DAILY_CREDITS.min} 到 ${MAX_DAILY_CREDITS.max} 之间的整数`,
  'setting-announcement': `系统公告最多 ${ANNOUNCEMENT_MAX_LENGTH} 个字符`,
} as const
export type SettingErrorCode = keyof typeof SETTING_ERRORS

const isWithin = (value: number, { min, max }: { min: number; max: number }): boolean =>
  Number.isInteger(value) && value >= min && value <= max

const SETTING_CHECKS = {
  apiRateLimit: ['setting-rate-limit', (value) => isWithin(value, API_RATE_LIMIT)],
  maxDailyCreditsPerUser: ['setting-daily-credits', (value) => isWithin(value, MAX_DAILY_CREDITS)],
  systemAnnouncement: ['setting-announcement', (value) => value.length <= ANNOUNCEMENT_MAX_LENGTH],
} as const satisfies {
  [Key in keyof SystemSettings]?: readonly [SettingErrorCode, (value: SystemSettings[Key]) => boolean]
}

/** The first problem of the values that are given. */
export function checkSettings(settings: Partial<SystemSettings>): Problem<SettingErrorCode> | undefined {
  for (const key of Object.keys(SETTING_CHECKS) as (keyof typeof SETTING_CHECKS)[]) {
    const problem = checkSetting(key, settings[key])
    if (problem) return problem
  }
  return undefined
}

export function checkSetting(
  key: keyof typeof SETTING_CHECKS,
  value: number | string | undefined,
): Problem<SettingErrorCode> | undefined {
  const [code, isRight] = SETTING_CHECKS[key] as readonly [SettingErrorCode, (value: unknown) => boolean]
  return value === undefined || isRight(value) ? undefined : { code }
}

/** Stored rows → settings; a missing or non-numeric value falls back to its default. */
export function parseSettings(stored: Readonly<Partial<Record<SettingKey, string | null>>>): SystemSettings {
  return {
    emergencyStop: stored.emergency_stop === 'true',
    maintenanceMode: stored.maintenance_mode === 'true',
    apiRateLimit: parsedOr(stored.api_rate_limit, API_RATE_LIMIT.default),
    maxDailyCreditsPerUser: parsedOr(stored.max_daily_credits_per_user, MAX_DAILY_CREDITS.default),
    systemAnnouncement: stored.system_announcement ?? '',
  }
}
const parsedOr = (text: string | null | undefined, fallback: number): number => {
  const value = Number(text?.trim() || Number.NaN)
  return Number.isFinite(value) ? value : fallback
}

const STORED_AS = {
  emergencyStop: 'emergency_stop',
  maintenanceMode: 'maintenance_mode',
  apiRateLimit: 'api_rate_limit',
  maxDailyCreditsPerUser: 'max_daily_credits_per_user',
  systemAnnouncement: 'system_announcement',
} as const satisfies Record<keyof SystemSettings, SettingKey>

/** Settings → texts to store; what is not given is not stored. */
export function storedSettings(settings: Partial<SystemSettings>): Partial<Record<SettingKey, string>> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([key, value]) => [STORED_AS[key as keyof SystemSettings], String(value)]))
}

/** `{verb}` is 启用 or 禁用. */
export const SETTING_TEXTS = {
  saved: '系统设置保存成功',
  saveFailed: '保存设置失败',
  loadFailed: '加载系统配置失败',
  emergencyStopDone: '紧急停止功能已{verb}',
  emergencyStopFailed: '{verb}紧急停止功能失败',
  maintenanceDone: '系统维护模式已{verb}',
  maintenanceFailed: '{verb}维护模式失败',
} as const
export const toggleVerb = (isOn: boolean): '启用' | '禁用' => (isOn ? '启用' : '禁用')
