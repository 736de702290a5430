// Theme and language as the browser keeps them (document 1 §1; P-34, U-30): one value each so far; an unknown one is replaced.
import { APP_SETTINGS_KEY, DEFAULT_APP_SETTINGS } from '#rulebook/pictures/browser-storage.ts'

type AppSettings = typeof DEFAULT_APP_SETTINGS

/** Reads the kept settings, keeps them if none were, and puts them on the document. */
export function applyAppSettings(): void {
  const settings = readAppSettings()
  document.documentElement.lang = settings.language
  document.documentElement.dataset.mantineColorScheme = settings.theme
  try {
    localStorage.setItem(APP_SETTINGS_KEY, JSON.stringify(settings))
  } catch {
    // Storage is refused in some private windows; the defaults hold there.
  }
}

export function readAppSettings(): AppSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(APP_SETTINGS_KEY) ?? 'null')
    return isAppSettings(kept) ? kept : DEFAULT_APP_SETTINGS
  } catch {
    return DEFAULT_APP_SETTINGS
  }
}

const isAppSettings = (value: unknown): value is AppSettings =>
  typeof value === 'object' &&
  value !== null &&
  (value as AppSettings).theme === DEFAULT_APP_SETTINGS.theme &&
  (value as AppSettings).language === DEFAULT_APP_SETTINGS.language
