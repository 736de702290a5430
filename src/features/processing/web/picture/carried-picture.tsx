// The picture that goes along to whichever tool is chosen next, shown above the catalogue (document 2 §3; C-36).
import { useSyncExternalStore } from 'react'
import { CARRIED_PICTURE_TEXTS } from '#rulebook/site/home-uploader-texts.ts'
import classes from './carried-picture.module.css'
import { currentPicture } from './current-picture.ts'

const none = () => undefined

/** `hint`: what happens with it on this page. */
export function CarriedPicture({ hint = CARRIED_PICTURE_TEXTS.hint }: { readonly hint?: string }) {
  const picture = useSyncExternalStore(currentPicture.subscribe, currentPicture.get, none)
  if (!picture) return null
  return (
    <section className={classes.strip} aria-label={CARRIED_PICTURE_TEXTS.label}>
      <img src={picture.thumbnailAddress} alt="" width={56} height={56} className={classes.thumbnail} />
      <div className={classes.words}>
        <strong className={classes.name}>{picture.name}</strong>
        <span className={classes.hint}>{hint}</span>
      </div>
      <button type="button" className={classes.drop} onClick={() => currentPicture.set(undefined)}>
        {CARRIED_PICTURE_TEXTS.drop}
      </button>
    </section>
  )
}
