// Hides a page until its style sheets are applied. The router preloads them, removes its links and lets React insert others, which load the
// sheets again from the cache: on a busy machine some frames after the page is painted (seen: the card of the login page first as wide as
// the window, a layout shift of 0.34).
import { useLayoutEffect } from 'react'

/** On <body>, while sheets are on their way; page-shell.module.css keeps what is below the bar unseen. */
const WAITING = 'data-waits-for-sheets'

/** What has not come by then may be late for ever. */
const LONGEST_MS = 8000
let ending: ReturnType<typeof setTimeout> | undefined

/** Hides the page that is drawn. TRAP: what stands in the shell can stay the same element while the router puts another page into it. */
export const useHideUnstyled = (): void => useLayoutEffect(hideUnstyled)

/**
 * Looks again whenever one has come. A sheet that fails is asked for again by `public/before-page.js`, which hides the document meanwhile and tells the link when
 * it is there or given up. A kept sheet counts as applied on its page: it is, in the same moment (ready-sheets.ts). Sheets of lazy parts (`crossOrigin`) and those
 * that the router only fetches (`onerror`) are not the page's.
 */
export function hideUnstyled(): void {
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ disabled, media, crossOrigin, onerror }) => !disabled && media !== 'not all' && !crossOrigin && !onerror,
  )
  const applied = new Set(links.filter(isHere).map(({ href }) => href))
  const coming = links.filter(({ href }) => !applied.has(href))
  for (const link of coming) link.addEventListener('load', hideUnstyled)
  clearTimeout(ending)
  if (document.body.toggleAttribute(WAITING, coming.length > 0))
    ending = setTimeout(() => document.body.removeAttribute(WAITING), LONGEST_MS)
}

/** TRAP: Chromium gives a failed one a sheet, too, one that nobody may read. */
function isHere({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet!.cssRules !== undefined
  } catch {
    return false
  }
}
