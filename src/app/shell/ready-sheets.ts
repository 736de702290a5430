// Style sheets of the pages that everybody goes to, kept ready. The router asks for the sheets of the next page only at the press and
// waits until they have come, even from the browser's own store (measured: 30 to 40 ms of a move with three sheets). It goes on at once
// where a link to the sheet stands already: such a link is put here when the sheet is really there.
// Trap: the build's loader of lazy parts takes any link for an applied sheet, so only sheets that no lazy part needs may be kept.
import { routeList } from './route-list.ts'

/** Attribute with the page a kept sheet belongs to. */
const KEPT_FOR = 'data-kept-for'
const UNUSED = 'not all'

export function keepSheetsOf(page: string): void {
  if (document.querySelector(`link[${KEPT_FOR}="${page}"]`)) return
  for (const address of routeList()?.routes[page]?.css ?? []) {
    // With the whole address the router does not take it for its own as long as it is on its way.
    const kept = sheetLink({ href: new URL(address, window.location.href).href, media: UNUSED })
    kept.setAttribute(KEPT_FOR, page)
    kept.onerror = () => kept.remove() // nothing depends on it
    kept.addEventListener('load', () => kept.after(sheetLink({ href: address, disabled: true })), { once: true })
    document.head.append(kept)
  }
}

/** In the same moment in which the page is put in: the router's own links need a moment more. Pages share sheets, whichever they are kept for. */
export function applySheetsOf(page: string): void {
  const sheets = new Set(routeList()?.routes[page]?.css?.map((address) => new URL(address, window.location.href).href))
  for (const kept of document.querySelectorAll<HTMLLinkElement>(`link[${KEPT_FOR}]`)) {
    const media = sheets.has(kept.href) ? 'all' : UNUSED
    if (kept.media !== media) kept.media = media
  }
}

const sheetLink = (parts: Partial<HTMLLinkElement>): HTMLLinkElement =>
  Object.assign(document.createElement('link'), { rel: 'stylesheet', ...parts })
