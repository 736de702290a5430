// Theme and language (document 1 §1; P-34). The documents know light and Chinese only; dark and the device's own are ours (decision 0092).

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]
export const DEFAULT_APP_SETTINGS = { theme: 'light', language: 'zh-CN' } as const
export const THEME_TEXTS = {
  title: '外观',
  label: '界面颜色',
  hint: '只保存在这个浏览器里。图片本身的颜色不变。',
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
} as const
