// The operator's announcement under the navigation bar: plain text, gone once dismissed until it changes (U-23).
import { IconSpeakerphone, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
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

/** Where a browser forbids storage the announcement is gone until the page is loaded anew; nothing else may break over it. */
function unlessForbidden<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
