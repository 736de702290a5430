// What must be so before the page is painted: colours and language, as this browser keeps them (decision 0092), and what the oldest engines served here
// lack (Chrome below 93, Safari below 15.4) and our code uses while it starts. A plain script, so that nothing waits for modules.
// In a block, so that nothing of it is a global name.
{
  const prefersDark = window.matchMedia?.('(prefers-color-scheme: dark)')
  const themes = ['light', 'dark', 'system']
  const readSettings = () => {
    const settings = JSON.parse(localStorage.getItem('app-settings'))
    if (!themes.includes(settings.theme) || settings.language !== 'zh-CN') throw new TypeError('unknown settings')
    return settings
  }
  /** Document 1 §1: what a new browser starts with, and what replaces anything that is not known. */
  const settingsOrDefault = () => {
    try {
      return readSettings()
    } catch {
      const settings = { theme: 'light', language: 'zh-CN' }
      try {
        localStorage.setItem('app-settings', JSON.stringify(settings))
      } catch {
        // Storage is refused in some private windows; the defaults hold there.
      }
      return settings
    }
  }
  const showSettings = () => {
    const { theme, language } = settingsOrDefault()
    const isDark = theme === 'dark' || (theme === 'system' && prefersDark?.matches === true)
    document.documentElement.lang = language
    document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
    bar.content = isDark ? '#121716' : '#ffffff'
  }
  // TRAP: React knows such an element by its content, and would put a second one beside it.
  const bar = document.head.appendChild(document.createElement('meta'))
  bar.name = 'theme-color'
  showSettings()
  prefersDark?.addEventListener?.('change', showSettings)
  // Of another tab, and of this one when a person chooses.
  addEventListener('storage', showSettings)
  addEventListener('app-settings', showSettings)

  if (!Object.hasOwn) {
    Object.defineProperty(Object, 'hasOwn', {
      // biome-ignore lint/suspicious/noPrototypeBuiltins: the better way is what is missing
      value: (object, key) => Object.prototype.hasOwnProperty.call(Object(object), key),
      configurable: true,
      writable: true,
    })
  }
  for (const kind of [Array, String, Object.getPrototypeOf(Int8Array)]) {
    if (kind.prototype.at) continue
    Object.defineProperty(kind.prototype, 'at', {
      value: function at(index) {
        const whole = Math.trunc(index) || 0
        return this[whole < 0 ? this.length + whole : whole]
      },
      configurable: true,
      writable: true,
    })
  }
}
