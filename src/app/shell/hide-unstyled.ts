// Hides a page until its style sheets are applied. The router preloads them, removes its links and lets React insert others, which load the
// sheets again from the cache: on a busy machine some frames after the page is painted (seen: the card of the login page first as wide as
// the window, a layout shift of 0.34).
import { useLayoutEffect } from 'react'

/** On <body>, while sheets are on their way; page-shell.module.css keeps what is below the bar unseen. */
const WAITING = 'data-waits-for-sheets'

/** Looks whenever the page changes. */
export function useHideUnstyled(page: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page brings its own links
  useLayoutEffect(hideUnstyled, [page])
}

/** Returns what ends the wait early. */
export function hideUnstyled(): () => void {
  const coming = new Set(comingSheets())
  const waiting = new AbortController()
  const update = () => document.body.toggleAttribute(WAITING, coming.size > 0)
  for (const link of coming)
    for (const end of ['load', 'error'])
      link.addEventListener(end, () => coming.delete(link) && update(), { signal: waiting.signal })
  update()
  return () => waiting.abort()
}

/** A kept sheet counts as applied: it is, in the same moment (ready-sheets.ts). */
function comingSheets(): HTMLLinkElement[] {
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const applied = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href))
  return links.filter(
    ({ sheet, disabled, media, href }) => !sheet && !disabled && media !== 'not all' && !applied.has(href),
  )
}
