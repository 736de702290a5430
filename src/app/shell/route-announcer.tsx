// After a navigation without a page load, keyboard and screen reader start at the new content, and its title is read out.
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { fillText } from '#rulebook/fill-text.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import classes from './route-announcer.module.css'

export const MAIN_ID = 'main'

export function RouteAnnouncer() {
  const { pathname, hash } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    // A hash names its own place, to which the browser moves.
    if (!hash) document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
    setAnnouncement(fillText(SHELL_TEXTS.pageOpened, { title: document.title }))
  }, [pathname, hash])

  return (
    <div className={classes.hidden} aria-live="polite" aria-atomic="true">
      {announcement}
    </div>
  )
}
