// The operator's announcement under the navigation bar: plain text, gone once dismissed until it changes (U-23).
import { IconSpeakerphone, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { unlessForbidden } from '#platform/web/unless-forbidden.ts'
import { DISMISSED_ANNOUNCEMENT_KEY } from '#rulebook/pictures/browser-storage.ts'
import { SHELL_TEXTS } from '#rulebook/site/shell-texts.ts'
import classes from './announcement-banner.module.css'

export function AnnouncementBanner({ text }: { readonly text: string }) {
  const [dismissedText, setDismissedText] = useState<string | null>(null)
  useEffect(
    () => setDismissedText(unlessForbidden(() => sessionStorage.getItem(DISMISSED_ANNOUNCEMENT_KEY)) ?? null),
    [],
  )
  if (!text || text === dismissedText) return null

  const dismiss = () => {
    // Where the browser forbids storage it is gone until the page is reloaded.
    unlessForbidden(() => sessionStorage.setItem(DISMISSED_ANNOUNCEMENT_KEY, text))
    setDismissedText(text)
  }
  return (
    <section className={classes.banner} aria-label={SHELL_TEXTS.announcement}>
      <IconSpeakerphone size={18} stroke={1.6} aria-hidden="true" className={classes.icon} />
      <p className={classes.text}>{text}</p>
      <button type="button" className={classes.close} aria-label={SHELL_TEXTS.dismiss} onClick={dismiss}>
        <IconX size={18} aria-hidden="true" />
      </button>
    </section>
  )
}
