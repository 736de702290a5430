// Frames in which a page is seen before its style sheets are there, of every page that is opened from here on.
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    unstyledFrames?: string[]
  }
}

export const watchStyles = (page: Page): Promise<unknown> => page.addInitScript(record)

/** What was missing, of the page that is open. */
export const unstyledFramesOf = (page: Page): Promise<string[]> => page.evaluate(() => window.unstyledFrames ?? [])

/** In the frame itself: what a frame callback finds is what is painted next. */
function record(): void {
  const seen: string[] = []
  window.unstyledFrames = seen
  const isSeen = () => {
    let element: Element | null = document.querySelector('main h1')
    if (!element) return false
    for (; element; element = element.parentElement) {
      const { opacity, visibility, display } = getComputedStyle(element)
      if (opacity === '0' || visibility === 'hidden' || display === 'none') return false
    }
    return true
  }
  // Chromium gives a failed one a sheet that nobody may read.
  const hasRules = ({ sheet }: HTMLLinkElement) => {
    try {
      return sheet !== null && sheet.cssRules.length > 0
    } catch {
      return false
    }
  }
  const missing = () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    const isInUse = ({ disabled, media }: HTMLLinkElement) => !disabled && media !== 'not all'
    const applied = new Set(links.filter((link) => hasRules(link) && isInUse(link)).map(({ href }) => href))
    // Not those that the router fetches ahead of the next page, nor those of parts that are not shown yet.
    const isOfPage = (link: HTMLLinkElement) => isInUse(link) && !link.onerror && link.crossOrigin === null
    return links.filter((link) => isOfPage(link) && !applied.has(link.href)).map(({ href }) => new URL(href).pathname)
  }
  const look = () => {
    if (isSeen()) seen.push(...missing())
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
