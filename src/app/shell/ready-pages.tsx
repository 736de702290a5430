// Fetches the code of the page behind a link as soon as somebody comes near the link, and that of the pages everybody goes to when
// nothing else is to do: a press then waits for no network (100 ms from page to page).
import { useEffect, useLayoutEffect, useState } from 'react'
import { PrefetchPageLinks, useLocation } from 'react-router'
import { whenIdle } from '#platform/web/when-idle.ts'
import { PATHS } from '#rulebook/site/site-map.ts'
import { applySheetsOf, keepSheetsOf } from './ready-sheets.ts'

const USUAL_PAGES: readonly string[] = [PATHS.landing, PATHS.catalogue]
const NEAR = ['pointerover', 'touchstart', 'focusin'] as const
const PASSIVE = { passive: true }
/** Not without a network. */
const areFilesHere = (page: string): Promise<boolean> =>
  import('./fetch-files.ts').then(({ fetchFilesOf }) => fetchFilesOf(page)).catch(() => false)

export function ReadyPages() {
  const [pages, setPages] = useState<readonly string[]>([])
  const { pathname } = useLocation()
  useLayoutEffect(() => applySheetsOf(pathname), [pathname])
  useEffect(() => {
    const wanted = new Set<string>()
    const add = async (page: string) => {
      if (wanted.has(page) || !navigator.onLine) return
      wanted.add(page)
      if (await areFilesHere(page)) setPages((ready) => [...ready, page])
      else wanted.delete(page) // the next time somebody comes near
    }
    const addUsual = () => USUAL_PAGES.forEach((page) => void add(page))
    const onNear = ({ target }: Event) => {
      const page = target instanceof Element ? pageBehind(target.closest('a')) : undefined
      if (page) void add(page)
    }
    for (const sign of NEAR) document.addEventListener(sign, onNear, PASSIVE)
    window.addEventListener('online', addUsual)
    const cancel = whenIdle(() => {
      addUsual()
      USUAL_PAGES.forEach(keepSheetsOf)
    })
    return () => {
      cancel()
      window.removeEventListener('online', addUsual)
      for (const sign of NEAR) document.removeEventListener(sign, onNear)
    }
  }, [])
  return pages.map((page) => <PrefetchPageLinks key={page} page={page} />)
}

/** Undefined for other hosts, files, and the page that is open. */
function pageBehind(link: HTMLAnchorElement | null): string | undefined {
  if (!link || link.origin !== window.location.origin || link.target !== '' || link.hasAttribute('download')) return
  return link.pathname === window.location.pathname || link.pathname.includes('.') ? undefined : link.pathname
}
