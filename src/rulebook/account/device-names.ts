// How the list of signed-in devices calls browsers and systems, by what their user-agent texts hold.
import { IN_APP_BROWSERS } from '../site/in-app-browsers.ts'

/** The first that fits: browsers that are built on another one name that one too. */
export const BROWSER_SIGNS: readonly (readonly [RegExp, string])[] = [
  ...IN_APP_BROWSERS.map(({ sign, name }) => [sign, name] as const),
  [/MQQBrowser\/|QQBrowser\//, 'QQ 浏览器'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/MiuiBrowser\//, '小米浏览器'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Version\/\S+ .*Safari\//, 'Safari'],
]
export const SYSTEM_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]
