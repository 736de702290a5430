// Names a device by its user-agent text and its address (issue 4 part 6). Such a text is a claim of the browser: good enough to recognise
// one's own devices by, never a proof of anything.

export interface DeviceNames {
  readonly browser: string | null
  readonly system: string | null
}

/** The first that fits: browsers that are built on another one name that one too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, '微信'],
  [/\bQQ\//, 'QQ'],
  [/MQQBrowser\/|QQBrowser\//, 'QQ 浏览器'],
  [/UCBrowser\//, 'UC 浏览器'],
  [/HuaweiBrowser\//, '华为浏览器'],
  [/MiuiBrowser\//, '小米浏览器'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Version\/\S+ .*Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]
const nameIn = (names: typeof BROWSERS, text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

export const describeDevice = (userAgent: string | null): DeviceNames => ({
  browser: nameIn(BROWSERS, userAgent ?? ''),
  system: nameIn(SYSTEMS, userAgent ?? ''),
})

/** The network of an address, without the part that names one household: enough to tell home from elsewhere; null when unknown. */
export function coarseAddress(address: string | null): string | null {
  if (!address) return null
  if (address.includes('.')) return `${address.split('.').slice(0, 2).join('.')}.*.*`
  const groups = address.split(':')
  return groups.length > 2 && groups[0] !== '' ? `${groups.slice(0, 2).join(':')}:*` : null
}
