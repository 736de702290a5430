// What must be so before the page is painted: colours and language, as this browser keeps them (decision 0092), style sheets (decision 0253), and what
// the oldest engines served here lack (old-engines.js). A plain script, so that nothing waits for modules.
// In a block, so that nothing of it is a global name.
{
  const prefersDark = window.matchMedia?.('(prefers-color-scheme: dark)')
  const themes = ['light', 'dark', 'system']
  const readSettings = () => {
    const settings = JSON.parse(localStorage.getItem('app-settings'))
    if (!themes.includes(settings.theme) || settings.language !== 'zh-CN') throw new TypeError()
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

  // A page waits for its style sheets (decision 0253). Standing below the links, this script runs when each has come or failed. A page that one moves to waits
  // for its own (src/app/shell/hide-unstyled.ts); what fails of them is asked for again here, too.
  const lost = new Set()
  const show = () => {
    document.documentElement.style.opacity = lost.size ? '0' : ''
  }
  const forget = (link) => {
    lost.delete(link)
    show()
    link.dispatchEvent(new Event('load'))
  }
  const askAgain = (link, tries) => {
    const again = link.cloneNode()
    again.onload = () => forget(link)
    again.onerror = () => {
      again.remove()
      lose(link, tries + 1)
    }
    link.after(again)
  }
  /** A page without its styles can be read, one that stays hidden cannot. Nobody waits for what is switched off. */
  const giveUp = (link) => {
    link.disabled = true
    forget(link)
  }
  /** After 0.3, 0.6 and 1.2 s, as long as the link's page is open. */
  const lose = (link, tries = 0) => {
    lost.add(link)
    link.onerror = show // its own failure may still be told
    show()
    setTimeout(() => (!link.isConnected ? forget : tries < 3 ? askAgain : giveUp)(link, tries), 300 << tries)
  }
  /** TRAP: Chromium gives a failed one a sheet, too, one that nobody may read. */
  const isMissing = ({ sheet }) => {
    try {
      return !sheet.cssRules.length
    } catch {
      return true
    }
  }
  // Not those of lazy parts, which ask for permission of their origin and come again with their part (scripts/retried-sheets.ts), nor those whose failure
  // somebody else expects, nor what an extension of the browser brings.
  const isOfPage = ({ rel, href, crossOrigin, onerror }) =>
    rel === 'stylesheet' && !crossOrigin && !onerror && href.startsWith(location.origin)
  for (const link of document.querySelectorAll('link')) if (isOfPage(link) && isMissing(link)) lose(link)
  addEventListener('error', ({ target }) => isOfPage(target) && lose(target), true)

  // TRAP: written, so that it has run before anything that comes after.
  if (!Object.hasOwn || ![].at) document.write('<script src="/old-engines.js"></script>')
}
