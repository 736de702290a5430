// Theme and language as the browser keeps them (document 1 §1; P-34, U-30; decision 0092). `public/before-page.js` reads the same before
// anything is painted, keeps the first ones, and puts both on the document.
import { APP_SETTINGS_KEY } from '#rulebook/pictures/browser-storage.ts'
import { DEFAULT_APP_SETTINGS, THEMES, type Theme } from '#rulebook/site/appearance.ts'

interface AppSettings {
  readonly theme: Theme
  readonly language: typeof DEFAULT_APP_SETTINGS.language
}

/** Seen at once, here and in every other tab. */
export function chooseTheme(theme: Theme): void {
  keep({ ...readAppSettings(), theme })
  dispatchEvent(new Event('app-settings'))
}

export function readAppSettings(): AppSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(APP_SETTINGS_KEY) ?? 'null')
    return isAppSettings(kept) ? kept : DEFAULT_APP_SETTINGS
  } catch {
    return DEFAULT_APP_SETTINGS
  }
}

function keep(settings: AppSettings): void {
  try {
    localStorage.setItem(APP_SETTINGS_KEY, JSON.stringify(settings))
  } catch {
    // Storage is refused in some private windows; the defaults hold there.
  }
}

const isAppSettings = (value: unknown): value is AppSettings =>
  typeof value === 'object' &&
  value !== null &&
  THEMES.includes((value as AppSettings).theme) &&
  (value as AppSettings).language === DEFAULT_APP_SETTINGS.language
